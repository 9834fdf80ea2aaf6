/// An attribute of a message (`struct nlattr`, `struct rtattr`).
package struct Attribute: Hashable, Sendable {
  /// The type without the flag bits for nesting and byte order.
  package var type: UInt16
  package var payload: Range<Int>

  /// The payload as an integer; the size must be exact, as the kernel's always is.
  package func integer<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ integer: T.Type, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> T {
    guard payload.count == T.bitWidth / 8 else { throw wrongSize }
    return try bytes.integer(integer, at: payload.lowerBound, before: payload.upperBound)
  }

  /// The payload as an address of either family.
  package func address(in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) -> RawAddress {
    guard let address = RawAddress(payload, in: bytes) else { throw wrongSize }
    return address
  }

  /// The attributes inside this one.
  package var nested: AttributeCursor { AttributeCursor(payload) }

  var wrongSize: NetlinkDecodeError {
    NetlinkDecodeError(
      offset: payload.lowerBound, reason: .wrongAttributeSize(attribute: type, size: payload.count))
  }
}

/// Walks the attributes of a range. Every step advances by a header at least.
package struct AttributeCursor {
  /// Bytes before a payload.
  package static let headerSize = 4
  /// NLA_TYPE_MASK: the two highest bits are NLA_F_NESTED and NLA_F_NET_BYTEORDER.
  static let typeMask: UInt16 = 0x3FFF

  private var offset: Int
  private let end: Int

  package init(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next attribute, or nil at the end.
  package mutating func next(in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) -> Attribute? {
    let left = end - offset
    guard left > 0 else { return nil }
    let start = offset
    offset = end
    guard left >= Self.headerSize else {
      throw NetlinkDecodeError(offset: start, reason: .tooShort(needed: Self.headerSize, left: left))
    }
    let length = Int(try bytes.integer(UInt16.self, at: start, before: end))
    let type = try bytes.integer(UInt16.self, at: start + 2, before: end)
    guard length >= Self.headerSize, length <= left else {
      throw NetlinkDecodeError(offset: start, reason: .badLength(stated: length, left: left))
    }
    offset = min(end, start + netlinkAligned(length))
    return Attribute(type: type & Self.typeMask, payload: start + Self.headerSize..<start + length)
  }
}

extension RawMessage {
  /// The attributes behind a fixed part of `size` bytes.
  func attributes(after size: Int) throws(NetlinkDecodeError) -> AttributeCursor {
    guard payload.count >= size else {
      throw NetlinkDecodeError(
        offset: payload.lowerBound, reason: .tooShort(needed: size, left: payload.count))
    }
    return AttributeCursor(
      min(payload.upperBound, payload.lowerBound + netlinkAligned(size))..<payload.upperBound)
  }
}
