/// An instruction of a classic BPF program, which the kernel runs on each message before it is queued
/// (`struct sock_filter`; Documentation/networking/filter.rst).
package struct FilterInstruction: Hashable, Sendable {
  package var code: UInt16
  /// Instructions to skip if a condition holds.
  package var skipIfTrue: UInt8 = 0
  /// Instructions to skip if it does not.
  package var skipIfFalse: UInt8 = 0
  package var operand: UInt32

  package init(_ code: Code, _ operand: UInt32 = 0, ifTrue: UInt8 = 0, ifFalse: UInt8 = 0) {
    self.code = code.rawValue
    self.operand = operand
    skipIfTrue = ifTrue
    skipIfFalse = ifFalse
  }

  /// What an instruction does. A is the accumulator, X the index register, M sixteen words of memory; loads of more
  /// than a byte take network order.
  package enum Code: UInt16, Sendable {
    /// A = the byte at the operand.
    case loadByte = 0x30
    /// A = the two bytes at the operand.
    case loadHalf = 0x28
    /// A = the four bytes at the operand.
    case loadWord = 0x20
    /// A = the four bytes at X and the operand.
    case loadWordIndexed = 0x40
    /// A = the operand.
    case constant = 0x00
    /// X = the operand.
    case indexConstant = 0x01
    /// A = M[operand].
    case recall = 0x60
    /// M[operand] = A.
    case store = 0x02
    /// X = A.
    case toIndex = 0x07
    /// A = A + operand.
    case add = 0x04
    /// A = A ^ operand.
    case exclusiveOr = 0xA4
    /// A = A >> X.
    case shiftRight = 0x7C
    /// A = -A.
    case negate = 0x84
    /// Skips the operand's count of instructions.
    case jump = 0x05
    /// Is A the operand?
    case isEqual = 0x15
    /// Is A more than the operand?
    case isGreater = 0x25
    /// Have A and the operand a bit in common?
    case hasBits = 0x45
    /// Ends: so many bytes of the message are queued; 0 refuses it.
    case end = 0x06
  }

  /// The message is queued.
  package static var pass: Self { Self(.end, .max) }
  /// The message is refused.
  package static var refuse: Self { Self(.end, 0) }
  /// A = where the attribute of type X is, among those from A on; 0 if it is not there (SKF_AD_NLATTR).
  package static var findAttribute: Self { Self(.loadWord, 0xFFFF_F000 + 12) }
}
