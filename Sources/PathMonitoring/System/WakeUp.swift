internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Wakes a thread that waits: in `pause`, for which nothing is needed, or in `poll`, for which it opens an
/// eventfd(2). `signal` may be called from any thread, all else from the one that waits.
///
/// Unchecked: what changes is used under the mutex only.
@safe final class WakeUp: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The process in which somebody waits: a fork of it has no such thread, and shares the descriptor.
  private let process = getpid()
  private var isSignalled = false
  private var descriptor: CInt = -1
  private var identity: FileIdentity?
  /// The descriptor was closed by somebody else, and `opened` has not been called since.
  private var isLost = false

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    close()
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// The descriptor for `poll`, opened by the first call; stays owned.
  func opened() throws(SystemError) -> CInt {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    forgetLost()
    if descriptor < 0 {
      let opened = eventfd(isSignalled ? 1 : 0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      guard opened >= 0 else { throw SystemError("eventfd") }
      descriptor = opened
      identity = FileIdentity(of: opened)
      isLost = false
    }
    return descriptor
  }

  /// Gives the descriptor back. What was signalled stays so.
  func close() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    forgetLost()
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    isLost = false
  }

  /// Whether a thread in `poll` can be woken: not if somebody else in the process has closed the descriptor, and
  /// not in a fork of the process.
  var canWake: Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    forgetLost()
    return !isLost && process == getpid()
  }

  /// Wakes the thread, now or when it waits next.
  func signal() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isSignalled = true
    unsafe pthread_cond_signal(condition)
    forgetLost()
    var one: UInt64 = 1
    guard descriptor >= 0, process == getpid() else { return }
    while unsafe write(descriptor, &one, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
  }

  /// Takes back the signals so far.
  func clear() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isSignalled = false
    forgetLost()
    var count: UInt64 = 0
    guard descriptor >= 0 else { return }
    while unsafe read(descriptor, &count, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
  }

  /// Forgets a descriptor that is not ours any more, since its number may be another's by now.
  private func forgetLost() {
    guard descriptor >= 0, FileIdentity(of: descriptor) != identity else { return }
    descriptor = -1
    isLost = true
  }

  /// Waits for a signal and takes it, or until `time` has passed. Needs no descriptor.
  func pause(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
    end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_mutex_lock(mutex)
    while !isSignalled, unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT {}
    unsafe pthread_mutex_unlock(mutex)
    clear()
  }
}
