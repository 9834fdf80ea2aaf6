internal import Dispatch

/// What a receiver holds, and what tells when nobody holds it any more.
final class ConformanceWitness: Sendable {
  private let end: DispatchSemaphore

  /// Makes a witness that signals when it goes.
  init(_ end: DispatchSemaphore) { self.end = end }

  deinit { end.signal() }
}
