/// Tells the time and calls back at one: the system's clock, or `ManualClock` of `PathMonitoringTesting`, whose
/// time passes when a test says so.
///
/// Values may be used from any thread.
public protocol PathMonitorClock: Sendable {
  /// The time since some fixed moment; never goes back.
  var now: Duration { get }

  /// Calls `body` once, when `time` has come, or soon if it has passed: on any thread, and never from within
  /// this call.
  func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any PathMonitorTimer
}

/// A call that a clock owes.
public protocol PathMonitorTimer: Sendable {
  /// Takes the call back. One that has begun goes on; harmless when it is over.
  func cancel()
}
