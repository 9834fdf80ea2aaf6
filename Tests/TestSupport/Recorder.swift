internal import Dispatch
package import PathMonitoring

/// Keeps the paths that a handler is called with.
package final class Recorder: Sendable {
  private let list = Lock<[NetworkPath]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  package init() {}

  /// The paths so far.
  package var paths: [NetworkPath] { list.withLock { $0 } }

  package func add(_ path: NetworkPath) {
    list.withLock { $0.append(path) }
    arrivals.signal()
  }

  /// Waits until so many paths have come since the last wait; far too long for any but a hung machine.
  package func wait(for count: Int) {
    for _ in 0..<count where arrivals.wait(timeout: .now() + 60) == .timedOut { return }
  }
}
