import CTestSupport
import Glibc
import Netlink

/// A network namespace of a test's own, where nothing happens that the test does not do.
enum ThreadNetwork {
  /// Runs `body` with the thread in a new namespace, and brings the thread back.
  ///
  /// The namespace is the thread's only, so `body` must not wait for another task.
  static func new<R>(_ body: () throws -> R) throws -> R {
    let home = unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    guard home >= 0 else { throw SystemError("open /proc/thread-self/ns/net") }
    defer { close(home) }
    guard unshare_network() == 0 else { throw SystemError("unshare") }
    defer {
      // The thread serves other tests next.
      guard enter_network(home) == 0 else { fatalError("cannot leave the namespace") }
    }
    return try body()
  }

  /// Whether this process may make namespaces and change what is in them.
  static let isAvailable: Bool = (try? new { try RawNetlink().setLoopback(up: true) }) != nil
}
