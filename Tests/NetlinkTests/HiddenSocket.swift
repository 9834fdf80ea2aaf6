import CLinuxHeaders
import Glibc
import Netlink

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The socket that a requester keeps to itself, found from outside: to fill its buffer and to forge its replies.
struct HiddenSocket {
  let port: UInt32
  private let descriptor: CInt

  /// The socket of `requester`, which must be the only one of the thread's namespace beside those of `others`.
  ///
  /// Sockets of other namespaces have the same port only if it is the process's number: there has to be one
  /// other at least, opened before, that has it.
  init?(besides others: [UInt32]) throws {
    guard let port = try Self.ports().first(where: { !others.contains($0) }) else { return nil }
    guard let descriptor = (0..<4096).first(where: { Self.port(of: $0) == port }) else { return nil }
    self.port = port
    self.descriptor = descriptor
  }

  /// The ports of NETLINK_ROUTE in the thread's namespace, apart from the kernel's.
  static func ports() throws -> [UInt32] {
    let table = try String(contentsOfFile: "/proc/thread-self/net/netlink", encoding: .utf8)
    return table.split(separator: "\n").dropFirst().compactMap { row in
      let fields = row.split(separator: " ")
      guard fields.count > 2, fields[1] == "0", let port = UInt32(fields[2]), port != 0 else { return nil }
      return port
    }
  }

  private static func port(of descriptor: CInt) -> UInt32? {
    var address = sockaddr_nl()
    var size = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    return status == 0 && Int32(address.nl_family) == AF_NETLINK ? address.nl_pid : nil
  }

  func setReceiveBuffer(_ bytes: Int32) {
    var bytes = bytes
    let status = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(4))
    precondition(status == 0)
  }

  func send(_ bytes: [UInt8]) {
    let sent = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, 0) }
    precondition(sent == bytes.count)
  }
}
