internal import Netlink
import PathMonitoring

/// Counts how often everything is read: the dumps of links that a backend asks for.
package final class DumpCounter: NetlinkTap {
  private let dumps = Lock(0)

  package init() {}

  package var count: Int { dumps.withLock { $0 } }

  package func sent(_ bytes: borrowing Span<UInt8>) {
    var cursor = MessageCursor()
    while let message = try? cursor.next(in: bytes) {
      if message.header.type == .getLink, message.header.flags.contains(.dump) { dumps.withLock { $0 += 1 } }
    }
  }

  package func received(_ bytes: borrowing Span<UInt8>) {}
}
