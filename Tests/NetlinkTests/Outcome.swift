import Netlink
import Testing

/// How reading a datagram of any bytes ended. Anything but these is a trap, which no test survives.
enum Outcome: Hashable {
  case read(messages: Int)
  case failed(NetlinkDecodeError)

  /// Reads the first `count` bytes to the end.
  init(_ bytes: [UInt8], count: Int? = nil) {
    let datagram = bytes.span.extracting(0..<(count ?? bytes.count))
    var cursor = MessageCursor()
    var messages = 0
    do throws(NetlinkDecodeError) {
      while let message = try cursor.next(in: datagram) {
        _ = try RouteNetlinkMessage(message, in: datagram)
        messages += 1
        // Each takes a header at least: more than that many would be no progress.
        if messages > datagram.count / MessageHeader.size { break }
      }
      self = .read(messages: messages)
    } catch {
      self = .failed(error)
    }
  }

  /// An error tells a place in the datagram, and there are no more messages than it has room for.
  func isSound(count: Int) -> Bool {
    switch self {
    case .read(let messages): messages <= count / MessageHeader.size
    case .failed(let error): (0...count).contains(error.offset)
    }
  }
}

/// A damaged message that was not read as it has to be.
struct Unsound: Error, CustomStringConvertible {
  var description: String

  init(outcome: Outcome, expected: Outcome? = nil, _ message: [UInt8], _ count: Int) {
    let wanted = expected.map { ", not \($0)" } ?? ""
    description = "\(outcome)\(wanted): the first \(count) bytes of \(message)"
  }
}
