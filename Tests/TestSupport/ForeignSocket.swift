import Glibc
import Netlink

/// A socket of NETLINK_ROUTE that is none of ours: another library's, or an intruder's. Bound to a port that
/// its owner chooses, and free to send to any.
package final class ForeignSocket: Sendable {
  private let descriptor: CInt

  /// Opens a socket in the namespace of the calling thread, at `port`, or (0) one of the kernel's choice.
  package init(port: UInt32 = 0) throws {
    // The protocol is NETLINK_ROUTE.
    descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket(AF_NETLINK)") }
    guard unsafe call(port: port, groups: 0, { unsafe bind(descriptor, $0, $1) }) == 0 else {
      throw SystemError("bind to port \(port)")
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes to the socket of a port, or (0) to the kernel, and to the listeners of the groups.
  package func send(_ bytes: [UInt8], to port: UInt32, groups: UInt32 = 0) throws {
    let sent = unsafe call(port: port, groups: groups) {
      Int32(unsafe sendto(descriptor, bytes, bytes.count, 0, $0, $1))
    }
    guard sent == bytes.count else { throw SystemError("sendto port \(port), groups \(groups)") }
  }

  private func call(
    port: UInt32, groups: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = NetlinkAddress(port: port, groups: groups)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<NetlinkAddress>.size))
      }
    }
  }
}

/// struct sockaddr_nl of linux/netlink.h.
private struct NetlinkAddress {
  var family = UInt16(AF_NETLINK)
  var padding: UInt16 = 0
  var port: UInt32
  var groups: UInt32
}
