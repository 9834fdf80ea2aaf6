internal import Netlink

/// Replaces addresses, hardware addresses and names in what a recording holds, the same for the same, and leaves
/// out what is not known to be harmless. The paths that follow are the same but for addresses and names.
///
/// The key is of this value alone and is never written down.
struct Anonymizer {
  private var addresses: AddressScrambler
  private var names = NameBook()
  private let hash: SipHash

  /// Makes one with a key of its own.
  init() {
    var system = SystemRandomNumberGenerator()
    self.init(key: (system.next(), system.next()))
  }

  init(key: (UInt64, UInt64)) {
    hash = SipHash(key)
    addresses = AddressScrambler(hash)
  }

  /// The messages of a packet; nil if none may be kept.
  mutating func scrubbed(_ messages: [UInt8], family: UInt16) -> [UInt8]? {
    guard [PcapFormat.routeFamily, PcapFormat.noteFamily].contains(family) else { return nil }
    var result: [UInt8] = []
    var cursor = MessageCursor()
    // What cannot be read cannot be scrubbed.
    while let message = try? cursor.next(in: messages.span) {
      let scrubbed =
        family == PcapFormat.noteFamily
        ? note(message, in: messages.span) : self.message(message, in: messages.span)
      result += scrubbed ?? []
    }
    return result.isEmpty ? nil : result
  }

  private mutating func note(_ message: RawMessage, in bytes: borrowing Span<UInt8>) -> [UInt8]? {
    guard let note = RecordingNote(bytes.text(in: message.payload)) else { return nil }
    switch note {
    case .header(let format, let kernel):
      // Who builds kernels puts names behind the version.
      let version = kernel.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      return NetworkRecorder.packet(.header(format: format, kernel: String(version)))
    case .sysfs(let name, let index, var facts):
      let lowerNames = facts?.lowerNames ?? []
      facts?.lowerNames = lowerNames.map { names.alias($0) }
      if let type = facts?.deviceType, !Self.deviceTypes.contains(type) { facts?.deviceType = "other" }
      return NetworkRecorder.packet(.sysfs(name: names.alias(name, index: index), index: index, facts))
    case .nameserver, .asked, .routesLeftOut: return NetworkRecorder.packet(note)
    }
  }

  /// The words of the kernel's drivers; another's may say whose device it is.
  private static let deviceTypes: Set<String> = [
    "wlan", "wwan", "bluetooth", "bridge", "bond", "vlan", "vxlan", "geneve", "gtp", "ppp", "wireguard",
    "l2tpeth", "macsec", "dsa", "gadget", "hsr", "fcoe", "wpan", "vcan",
  ]

  private mutating func message(_ message: RawMessage, in bytes: borrowing Span<UInt8>) -> [UInt8]? {
    var header = message.header
    switch header.type {
    case .noOperation, .overrun: return PcapFormat.message(header, [])
    case .error, .done:
      // How it ended, and the header of the request; that and the kernel's words may name anything.
      header.flags.remove(.acknowledgeAttributes)
      if header.type == .error { header.flags.insert(.capped) }
      let size = min(message.payload.count, header.type == .error ? 4 + MessageHeader.size : 4)
      let end = message.payload.lowerBound + size
      return PcapFormat.message(header, bytes.copy(message.payload.lowerBound..<end))
    default: break
    }
    guard let kind = AttributePolicy.Kind(header.type.rawValue) else { return nil }
    // What the replay passes over must not become readable by being scrubbed.
    if !header.flags.contains(.request), (try? RouteNetlinkMessage(message, in: bytes)) == nil { return nil }
    let start = message.payload.lowerBound
    let end = min(message.payload.upperBound, start + kind.headerSize)
    // A damaged message keeps nothing beyond the header.
    guard message.payload.count >= kind.headerSize else { return nil }
    var payload = bytes.copy(start..<end)
    let context = Context(
      index: kind == .link
        ? (try? bytes.integer(UInt32.self, at: start + 4, before: end)).map(Int32.init(bitPattern:)) : nil,
      destinationLength: kind == .route || kind == .rule ? Int(bytes[start + 1]) : 0,
      sourceLength: kind == .route || kind == .rule ? Int(bytes[start + 2]) : 0)
    payload += attributes(end..<message.payload.upperBound, kind, context, in: bytes)
    return PcapFormat.message(header, payload)
  }

  /// What the header of a message says that its attributes depend on.
  private struct Context {
    var index: Int32?
    var destinationLength = 0
    var sourceLength = 0
  }

  private mutating func attributes(
    _ range: Range<Int>, _ kind: AttributePolicy.Kind, _ context: Context, in bytes: borrowing Span<UInt8>
  ) -> [UInt8] {
    var result: [UInt8] = []
    var cursor = AttributeCursor(range)
    while let attribute = try? cursor.next(in: bytes) {
      guard let policy = AttributePolicy(attribute.type, in: kind),
        let payload = payload(attribute, policy, context, in: bytes)
      else { continue }
      // The two highest bits say how the payload is built.
      let flags =
        (try? bytes.integer(UInt16.self, at: attribute.payload.lowerBound - 2, before: bytes.count)) ?? 0
      guard let size = UInt16(exactly: payload.count + AttributeCursor.headerSize) else { continue }
      result.appendNative(size)
      result.appendNative(flags)
      result += payload
      result.pad()
    }
    return result
  }

  private mutating func payload(
    _ attribute: Attribute, _ policy: AttributePolicy, _ context: Context, in bytes: borrowing Span<UInt8>
  ) -> [UInt8]? {
    let range = attribute.payload
    switch policy {
    case .keep: return bytes.copy(range)
    case .blank: return [UInt8](repeating: 0, count: range.count)
    case .name:
      let index = context.index.flatMap { $0 > 0 ? $0 : nil }
      return Array(names.alias(bytes.text(in: range), index: index).utf8) + [0]
    case .address: return RawAddress(range, in: bytes).map { addresses.scrambled($0).bytes }
    case .destination:
      return RawAddress(range, in: bytes)
        .map { addresses.scrambled($0, length: context.destinationLength).bytes }
    case .source:
      return RawAddress(range, in: bytes).map { addresses.scrambled($0, length: context.sourceLength).bytes }
    case .via:
      guard range.count > 2, let address = RawAddress(range.lowerBound + 2..<range.upperBound, in: bytes)
      else {
        return nil
      }
      return bytes.copy(range.lowerBound..<range.lowerBound + 2) + addresses.scrambled(address).bytes
    case .hardwareAddress: return hardwareAddress(range, in: bytes)
    case .nested(let kind): return attributes(range, kind, context, in: bytes)
    case .legs: return legs(range, in: bytes)
    }
  }

  private mutating func hardwareAddress(_ range: Range<Int>, in bytes: borrowing Span<UInt8>) -> [UInt8] {
    // Tunnels have their ends' addresses in its place.
    if let address = RawAddress(range, in: bytes) { return addresses.scrambled(address).bytes }
    let old = bytes.copy(range)
    if old.allSatisfy({ $0 == 0 }) || old.allSatisfy({ $0 == 0xFF }) { return old }
    let words = old.map { UInt64($0) }
    var new: [UInt8] = []
    for place in old.indices {
      new.append(UInt8(truncatingIfNeeded: hash.value(words + [UInt64(place), UInt64.max])))
    }
    // Chosen by somebody, of one station: no maker's.
    new[0] = new[0] & 0xFC | 0x02
    return new
  }

  private mutating func legs(_ range: Range<Int>, in bytes: borrowing Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var offset = range.lowerBound
    while offset < range.upperBound,
      let length = try? Int(bytes.integer(UInt16.self, at: offset, before: range.upperBound)),
      length >= 8, length <= range.upperBound - offset
    {
      let attributes = attributes(offset + 8..<offset + length, .leg, Context(), in: bytes)
      result.appendNative(UInt16(truncatingIfNeeded: 8 + attributes.count))
      result += bytes.copy(offset + 2..<offset + 8) + attributes
      offset += netlinkAligned(length)
    }
    return result
  }
}

extension Span where Element == UInt8 {
  /// The bytes of a range, as far as they are there.
  func copy(_ range: Range<Int>) -> [UInt8] {
    range.clamped(to: 0..<count).map { self[$0] }
  }
}
