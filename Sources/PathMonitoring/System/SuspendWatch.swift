internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Hears that the system has come back from suspend, without a timer that ever runs out.
///
/// In suspend links, addresses and routes may go and come, and a driver need not tell of what it lost. A clock
/// that stands still meanwhile does not show it (https://github.com/n0-computer/net-tools/issues/205). For one
/// thread at a time.
final class SuspendWatch {
  /// Where it is heard from.
  struct Source: Sendable {
    /// Opens what can be read when the system may have been suspended.
    var open: @Sendable () throws(SystemError) -> CInt
    /// The time spent in suspend so far.
    var suspended: @Sendable () -> Duration

    /// The system's own clocks.
    static let system = Source(open: SuspendWatch.timer, suspended: SuspendWatch.timeSuspended)
  }

  /// Less is the time between two looks at clocks.
  private static let leastSuspend = Duration.milliseconds(10)

  private final class Kept {
    let descriptor: OwnedDescriptor
    init(_ number: CInt) throws(SystemError) {
      descriptor = try OwnedDescriptor(number, isKept: true, by: "timerfd_create")
    }
  }

  private let source: Source
  private var descriptor: Kept?
  private var known: Duration

  /// Begins to listen. Where the kernel has nothing to listen to, each `update` looks at the clocks.
  init(_ source: Source = .system) {
    self.source = source
    descriptor = Self.opened(source)
    known = source.suspended()
  }

  /// Whether a suspend wakes whoever polls `number`.
  var isHearing: Bool { descriptor != nil }

  /// For `poll`; -1 if there is nothing to wait for.
  var number: CInt { descriptor?.descriptor.number ?? -1 }

  /// Takes what has happened: whether the system has been suspended since the last call. That its clock was set
  /// is told the same way, and no reason to look at the network.
  func update() -> Bool {
    // Somebody else in the process may have closed it: then the number is not ours to read.
    if descriptor?.descriptor.isOpen == false { descriptor = Self.opened(source) }
    if let number = descriptor?.descriptor.number {
      var count: UInt64 = 0
      while unsafe read(number, &count, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
    }
    let now = source.suspended()
    defer { known = now }
    return now - known >= Self.leastSuspend
  }

  private static func opened(_ source: Source) -> Kept? {
    try? Kept(source.open())
  }

  /// A timer that never runs out, and is cancelled each time that the distance between the clocks jumps: when the
  /// time of day is set, and after suspend (TFD_TIMER_CANCEL_ON_SET, timerfd_create(2)). Reading it sets it anew.
  @Sendable private static func timer() throws(SystemError) -> CInt {
    let number = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
    guard number >= 0 else { throw SystemError("timerfd_create") }
    var never = itimerspec()
    never.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    guard unsafe timerfd_settime(number, flags, &never, nil) == 0 else {
      let error = SystemError("timerfd_settime")
      close(number)
      throw error
    }
    return number
  }

  /// CLOCK_BOOTTIME goes on in suspend, CLOCK_MONOTONIC does not (clock_gettime(2)).
  @Sendable private static func timeSuspended() -> Duration {
    time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC)
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
