internal import Netlink

/// The files under /sys and /proc, each of which may be missing, unreadable or another's.
struct PolledFiles {
  /// Where they are.
  struct Roots: Hashable, Sendable {
    var sys = "/sys"
    var proc = "/proc"
  }

  private let roots: Roots

  init(_ roots: Roots) {
    self.roots = roots
  }

  /// `/sys/class/net`
  var links: String { "\(roots.sys)/class/net" }

  /// The folder of the calling thread's network: `/proc/net` is that of the process's first thread, which may
  /// be in another namespace.
  var network: String {
    let own = "\(roots.proc)/thread-self/net"
    return SmallFile.exists(own) ? own : "\(roots.proc)/net"
  }

  /// The bytes of a file of /proc/net; nil if it cannot be read.
  func table(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    try Self.bytes("\(network)/\(name)", limit: limit)
  }

  /// What a file of a link says; nil if it cannot be read, as many cannot while the link is down.
  func fact(_ link: String, _ name: String) throws(SystemError) -> String? {
    try Self.bytes("\(links)/\(link)/\(name)", limit: 64).map {
      String(String(decoding: $0, as: UTF8.self).trimmed)
    }
  }

  /// The name of the link that a link names as its master.
  func master(_ link: String) -> String? {
    SmallFile.target(ofLink: "\(links)/\(link)/master")?.split(separator: "/").last.map(String.init)
  }

  private static func bytes(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    do {
      return try SmallFile.bytes(path, limit: limit)
    } catch {
      // A file that cannot be opened for now is not one that is not there.
      if error.errno.isShortage { throw error }
      return nil
    }
  }
}
