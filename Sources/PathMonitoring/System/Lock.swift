internal import CLinuxHeaders
internal import Glibc

/// A value that one thread at a time may use.
///
/// Over pthread instead of `Synchronization.Mutex`, which hands itself over in the kernel where the thread
/// sanitizer does not see it: whoever ran a program with this library under the sanitizer would be shown races
/// that are none (Swift 6.3).
///
/// Unchecked: the value is used within `withLock` only.
@safe package final class Lock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Keeps `value`, which nobody else must hold on to.
  package init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread uses the value.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
