internal import Dispatch

/// Holds up a call until it is opened, or for as long as patience lasts.
final class ConformanceGate: Sendable {
  private let arrival = DispatchSemaphore(value: 0)
  private let opening = DispatchSemaphore(value: 0)
  private let deadline: DispatchTime

  init(patience deadline: DispatchTime) { self.deadline = deadline }

  /// Whether a call comes to the gate in time.
  var isReached: Bool { arrival.wait(timeout: deadline) == .success }

  func pass() {
    arrival.signal()
    _ = opening.wait(timeout: deadline)
    // Others that come by later are not held up.
    opening.signal()
  }

  func open() { opening.signal() }
}
