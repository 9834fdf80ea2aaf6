package import PathMonitoring

/// A clock that stands at zero, and calls when it is told to, whatever time was asked for.
package final class HastyClock: PathMonitorClock {
  private let calls = Lock<[@Sendable () -> Void]>([])

  package init() {}

  package var now: Duration { .zero }

  package func schedule(
    at time: Duration, _ body: @escaping @Sendable () -> Void
  ) -> any PathMonitorTimer {
    calls.withLock { $0.append(body) }
    return Timer()
  }

  /// Makes all calls that are owed.
  package func call() {
    let due = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for body in due { body() }
  }

  private struct Timer: PathMonitorTimer {
    func cancel() {}
  }
}
