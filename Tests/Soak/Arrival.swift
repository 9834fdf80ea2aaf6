import Dispatch

/// Something that is waited for.
final class Arrival: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func came() { semaphore.signal() }

  /// What has not come after a minute never will: that is a fault, which ends the process.
  func wait() {
    guard semaphore.wait(timeout: .now() + 60) == .success else { fatalError("no path came within a minute") }
  }
}
