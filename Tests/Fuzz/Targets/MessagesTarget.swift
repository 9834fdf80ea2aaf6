import Netlink

@testable import PathMonitoring

/// A datagram of rtnetlink's.
enum MessagesTarget {
  static func check(_ bytes: [UInt8]) throws {
    var cursor = MessageCursor()
    var end = 0
    while true {
      let next: RawMessage?
      do throws(NetlinkDecodeError) { next = try cursor.next(in: bytes.span) } catch {
        try Finding.unless((0...bytes.count).contains(error.offset), "a fault at \(error.offset)")
        try Finding.unless((try? cursor.next(in: bytes.span)) == .some(nil), "more follows on a fault")
        return
      }
      guard let message = next else { return }
      let start = message.payload.lowerBound - MessageHeader.size
      try Finding.unless(
        start >= end && message.payload.upperBound <= bytes.count, "a message out of place: \(message)")
      end = message.payload.upperBound
      try checkCopy(message, bytes)
    }
  }

  /// A message means the same wherever it stands, and as the recorder writes it.
  private static func checkCopy(_ message: RawMessage, _ bytes: [UInt8]) throws {
    let copy = PcapFormat.message(message.header, Array(bytes[message.payload]))
    var cursor = MessageCursor()
    let again = try cursor.next(in: copy.span)
    guard let again, again.header == message.header, again.payload.count == message.payload.count else {
      throw Finding(description: "\(message) is written as \(String(describing: again))")
    }
    let content = try? RouteNetlinkMessage(message, in: bytes.span)
    let copied = try? RouteNetlinkMessage(again, in: copy.span)
    try Finding.unless(
      content == copied,
      "\(String(describing: content)) is read as \(String(describing: copied)) in another place")
  }
}
