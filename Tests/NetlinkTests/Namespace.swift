import Glibc
import Netlink

/// A network namespace of a test's own, where nothing happens that the test does not do.
enum Namespace {
  private static let newNet: CInt = 0x4000_0000

  /// Runs `body` with the thread in a new namespace, and brings the thread back.
  ///
  /// The namespace is the thread's only, so `body` must not wait for another task.
  static func new<R>(_ body: () throws -> R) throws -> R {
    let home = unsafe open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
    guard home >= 0 else { throw SystemError("open /proc/thread-self/ns/net") }
    defer { close(home) }
    guard let unshare, let setns, unshare(newNet) == 0 else { throw SystemError("unshare") }
    defer {
      // The thread serves other tests next.
      guard setns(home, newNet) == 0 else { fatalError("cannot leave the namespace") }
    }
    return try body()
  }

  /// Whether this process may make namespaces and change what is in them.
  static let isAvailable: Bool = (try? new { try RawNetlink().setLoopback(up: true) }) != nil

  // Declared only for _GNU_SOURCE, which Swift's module of the C library does without.
  private static let unshare: (@convention(c) (CInt) -> CInt)? = unsafe dlsym(nil, "unshare").map {
    unsafe unsafeBitCast($0, to: (@convention(c) (CInt) -> CInt).self)
  }
  private static let setns: (@convention(c) (CInt, CInt) -> CInt)? = unsafe dlsym(nil, "setns").map {
    unsafe unsafeBitCast($0, to: (@convention(c) (CInt, CInt) -> CInt).self)
  }
}
