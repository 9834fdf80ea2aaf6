import Netlink
import Testing

/// Bytes of netlink put together by hand: on purpose nothing here calls the code under test.
///
/// In little-endian order, since the recordings are and the machines that run the tests are too.
enum Wire {
  static func u16(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  static func u32(_ value: UInt32) -> [UInt8] {
    u16(UInt16(truncatingIfNeeded: value)) + u16(UInt16(truncatingIfNeeded: value >> 16))
  }

  /// The number that `u16` wrote at `offset`.
  static func u16(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  /// `struct nlmsghdr` and a payload; `length` lies where it is given.
  static func message(
    _ type: UInt16, flags: UInt16 = 0, sequence: UInt32 = 0, port: UInt32 = 0, length: UInt32? = nil,
    _ payload: [UInt8] = []
  ) -> [UInt8] {
    u32(length ?? UInt32(16 + payload.count)) + u16(type) + u16(flags) + u32(sequence) + u32(port) + payload
  }

  /// `struct nlattr` and a payload, padded; `length` lies where it is given.
  static func attribute(_ type: UInt16, length: UInt16? = nil, _ payload: [UInt8] = []) -> [UInt8] {
    u16(length ?? UInt16(4 + payload.count)) + u16(type) + padded(payload)
  }

  /// What `hex` spells, spaces aside.
  static func hex(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The bytes of a C structure.
  static func bytes<T: BitwiseCopyable>(of value: T) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }
}

/// The messages of a datagram, as the code under test reads them.
func decodeAll(_ bytes: [UInt8]) throws(NetlinkDecodeError) -> [RouteNetlinkMessage] {
  var cursor = MessageCursor()
  var messages: [RouteNetlinkMessage] = []
  while let message = try cursor.next(in: bytes.span) {
    messages.append(try RouteNetlinkMessage(message, in: bytes.span))
  }
  return messages
}

/// The only message of a datagram.
func decode(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> RouteNetlinkMessage
{
  let messages = try decodeAll(bytes)
  try #require(messages.count == 1, sourceLocation: sourceLocation)
  return messages[0]
}

/// The error that reading a datagram ends with, if it does.
func decodeError(_ bytes: [UInt8]) -> NetlinkDecodeError? {
  do throws(NetlinkDecodeError) {
    _ = try decodeAll(bytes)
    return nil
  } catch {
    return error
  }
}

extension RouteNetlinkMessage {
  var link: LinkMessage? {
    switch self {
    case .newLink(let link), .deletedLink(let link): link
    default: nil
    }
  }

  var address: AddressMessage? {
    switch self {
    case .newAddress(let address), .deletedAddress(let address): address
    default: nil
    }
  }

  var route: RouteMessage? {
    switch self {
    case .newRoute(let route), .deletedRoute(let route): route
    default: nil
    }
  }

  var rule: RuleMessage? {
    switch self {
    case .newRule(let rule), .deletedRule(let rule): rule
    default: nil
    }
  }

  var nextHop: NextHopMessage? {
    switch self {
    case .newNextHop(let hop), .deletedNextHop(let hop): hop
    default: nil
    }
  }

  /// An acknowledgement, a refusal, or the end of a dump.
  var end: ErrorMessage? {
    switch self {
    case .error(let end), .done(let end): end
    default: nil
    }
  }
}

extension RawAddress {
  /// From the bytes in network order, spelt in hexadecimal digits.
  init(hex: String) {
    let bytes = Wire.hex(hex)
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self =
      bytes.count == 4
      ? RawAddress(family: .ipv4, high: 0, low: number(bytes[...]))
      : RawAddress(family: .ipv6, high: number(bytes[..<8]), low: number(bytes[8...]))
  }
}
