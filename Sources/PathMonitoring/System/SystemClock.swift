internal import CLinuxHeaders
internal import Dispatch
internal import Glibc

/// The system's monotonic clock. A call that it owes is made on a queue of the library's own, which is there
/// only if something was ever scheduled.
public struct SystemClock: PathMonitorClock {
  private static let queue = DispatchQueue(label: "pathmonitor.clock")

  /// The time since the system started, without that spent in suspend (`CLOCK_MONOTONIC`, clock_gettime(2)).
  public var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Calls `body` when `time` has come.
  public func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any PathMonitorTimer {
    let item = DispatchWorkItem(block: body)
    let now = now
    // 30 years at the most: beyond that a deadline of Dispatch's would overflow.
    let end = min(max(time, now), now + .seconds(1_000_000_000))
    let (seconds, attoseconds) = (end - now).components
    let wait = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    Self.queue.asyncAfter(deadline: .now() + .nanoseconds(wait), execute: item)
    return Timer(item)
  }

  /// Unchecked: `cancel` is all that is called of a work item, which any thread may.
  private struct Timer: PathMonitorTimer, @unchecked Sendable {
    private let item: DispatchWorkItem

    init(_ item: DispatchWorkItem) { self.item = item }

    func cancel() { item.cancel() }
  }
}

extension PathMonitorClock where Self == SystemClock {
  /// The system's monotonic clock.
  public static var system: SystemClock { SystemClock() }
}
