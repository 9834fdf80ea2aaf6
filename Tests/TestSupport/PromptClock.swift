import Dispatch
package import PathMonitoring
import PathMonitoringTesting

/// A clock whose time passes when a test says so, and that makes at once, on a queue, a call that is due.
package final class PromptClock: PathMonitorClock {
  private let base = ManualClock()
  private let queue = DispatchQueue(label: "prompt-clock")

  package init() {}

  package var now: Duration { base.now }

  package func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any PathMonitorTimer {
    let timer = base.schedule(at: time, body)
    queue.async { [base] in base.advance(by: .zero) }
    return timer
  }

  /// Lets time pass up to `time`, and makes the calls that fall due.
  package func pass(until time: Duration) {
    queue.sync { base.advance(by: max(.zero, time - base.now)) }
  }
}
