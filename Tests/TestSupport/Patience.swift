import Dispatch
import Foundation

/// The seconds after which what did not come is taken to never come. Far beyond what any machine needs: a
/// test that passes does not wait for it.
package let patience = 20.0

/// Waits until `condition` holds, where no event tells; whether it came to hold.
package func eventually(within limit: Double = patience, _ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + .seconds(limit)
  while !condition() {
    if ContinuousClock.now > deadline { return false }
    Thread.sleep(forTimeInterval: 0.001)
  }
  return true
}

/// Runs what waits, without keeping one of the few threads that tasks have.
package func aside<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// As many cycles as asked, or as PATH_MONITOR_TEST_CYCLES allows at the most: sanitizers are slow.
package func cycles(_ wanted: Int) -> Int {
  let limit = ProcessInfo.processInfo.environment["PATH_MONITOR_TEST_CYCLES"].flatMap { Int($0) }
  return min(wanted, max(1, limit ?? wanted))
}

/// As many trials of a fault as are made by default, or as PATH_MONITOR_TEST_TRIALS says: for long runs by hand.
package func trials(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["PATH_MONITOR_TEST_TRIALS"].flatMap { Int($0) }.map { max(1, $0) }
    ?? usual
}
