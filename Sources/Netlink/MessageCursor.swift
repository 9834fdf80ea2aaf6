/// A message in a datagram: its header, and where its payload lies.
package struct RawMessage: Hashable, Sendable {
  package var header: MessageHeader
  package var payload: Range<Int>
}

/// Walks the messages of one datagram. Every step advances by a header at least.
package struct MessageCursor {
  private var offset = 0

  package init() {}

  /// The next message, or nil at the end of the datagram.
  package mutating func next(in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) -> RawMessage? {
    let left = bytes.count - offset
    guard left > 0 else { return nil }
    let start = offset
    // A datagram that is damaged once tells nothing of what follows: the next call finds the end.
    offset = bytes.count
    guard left >= MessageHeader.size else {
      throw NetlinkDecodeError(offset: start, reason: .tooShort(needed: MessageHeader.size, left: left))
    }
    let stated = try bytes.integer(UInt32.self, at: start, before: bytes.count)
    guard stated >= MessageHeader.size, stated <= left else {
      throw NetlinkDecodeError(
        offset: start, reason: .badLength(stated: Int(clamping: stated), left: left))
    }
    let length = Int(stated)
    let header = MessageHeader(
      length: length,
      type: .init(try bytes.integer(UInt16.self, at: start + 4, before: bytes.count)),
      flags: .init(rawValue: try bytes.integer(UInt16.self, at: start + 6, before: bytes.count)),
      sequence: try bytes.integer(UInt32.self, at: start + 8, before: bytes.count),
      port: try bytes.integer(UInt32.self, at: start + 12, before: bytes.count))
    offset = min(bytes.count, start + netlinkAligned(length))
    return RawMessage(header: header, payload: start + MessageHeader.size..<start + length)
  }
}

/// Messages, and attributes within them, begin at multiples of four (NLMSG_ALIGNTO, NLA_ALIGNTO).
package func netlinkAligned(_ length: Int) -> Int { (length + 3) & ~3 }
