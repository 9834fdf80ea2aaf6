package import Netlink

/// Runs a classic BPF program on a message, as the kernel would (net/core/filter.c).
package struct FilterMachine {
  private let program: [FilterInstruction]

  package init(_ program: [FilterInstruction]) { self.program = program }

  /// Whether the message passes. A load beyond its end refuses it.
  package func passes(_ message: [UInt8]) -> Bool {
    var (a, x): (UInt32, UInt32) = (0, 0)
    var memory = [UInt32](repeating: 0, count: 16)
    var next = 0
    func load(_ offset: Int, _ size: Int) -> UInt32? {
      guard offset >= 0, offset + size <= message.count else { return nil }
      return message[offset..<offset + size].reduce(0) { $0 << 8 | UInt32($1) }
    }
    while program.indices.contains(next) {
      let instruction = program[next]
      next += 1
      let operand = instruction.operand
      func branch(_ isTrue: Bool) { next += Int(isTrue ? instruction.skipIfTrue : instruction.skipIfFalse) }
      var loaded: UInt32? = 0
      switch FilterInstruction.Code(rawValue: instruction.code) {
      case .loadWord where operand == 0xFFFF_F00C: a = attribute(x, from: Int(a), in: message)
      case .loadByte: loaded = load(Int(operand), 1)
      case .loadHalf: loaded = load(Int(operand), 2)
      case .loadWord: loaded = load(Int(operand), 4)
      case .loadWordIndexed: loaded = load(Int(x) + Int(operand), 4)
      case .constant: a = operand
      case .indexConstant: x = operand
      case .recall: a = memory[Int(operand)]
      case .store: memory[Int(operand)] = a
      case .toIndex: x = a
      case .add: a &+= operand
      case .exclusiveOr: a ^= operand
      case .shiftRight: a = x < 32 ? a >> x : 0
      case .negate: a = 0 &- a
      case .jump: next += Int(operand)
      case .isEqual: branch(a == operand)
      case .isGreater: branch(a > operand)
      case .hasBits: branch(a & operand != 0)
      case .end: return operand > 0
      case nil: return false
      }
      switch FilterInstruction.Code(rawValue: instruction.code) {
      case .loadWord where operand == 0xFFFF_F00C: break
      case .loadByte, .loadHalf, .loadWord, .loadWordIndexed:
        guard let loaded else { return false }
        a = loaded
      default: break
      }
    }
    return false
  }

  private func attribute(_ type: UInt32, from start: Int, in message: [UInt8]) -> UInt32 {
    var offset = start
    while offset + 4 <= message.count {
      let length = Int(message[offset]) | Int(message[offset + 1]) << 8
      let found = UInt32(message[offset + 2]) | UInt32(message[offset + 3]) << 8
      guard length >= 4, offset + length <= message.count else { return 0 }
      if found == type { return UInt32(offset) }
      offset += (length + 3) & ~3
    }
    return 0
  }
}
