internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Wakes a thread that waits in `poll` (eventfd(2)). `signal` may be called from any thread.
struct WakeUp: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor

  init() throws(SystemError) {
    descriptor = try OwnedDescriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), by: "eventfd")
  }

  /// For `poll`; stays owned.
  var number: CInt { descriptor.number }

  /// Wakes the thread, now or when it waits next.
  borrowing func signal() {
    var one: UInt64 = 1
    while unsafe write(number, &one, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
  }

  /// Takes back the signals so far.
  borrowing func clear() {
    var count: UInt64 = 0
    while unsafe read(number, &count, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
  }
}
