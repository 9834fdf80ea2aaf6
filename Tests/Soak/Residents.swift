import Dispatch
import PathMonitoring

/// Monitors that stay: some with a handler, one that is iterated over, some of one host.
final class Residents: Sendable {
  private let monitors: [PathMonitor]
  private let iterated: PathMonitor
  private let heard = Lock(0)

  init(_ backend: any PathMonitorBackend) {
    let queue = DispatchQueue(label: "residents")
    monitors =
      (0..<10).map { _ in PathMonitor(backend: backend) }
      + (1...5).map { number in
        PathMonitor(
          to: .hostPort(host: NetworkEndpoint.Host("192.0.\(number).77"), port: 80), backend: backend)
      }
    iterated = PathMonitor(backend: backend, settling: .losses(.milliseconds(50)))
    for monitor in monitors {
      monitor.pathUpdateHandler = { [weak self] _ in self?.hear() }
      monitor.start(queue: queue)
    }
    Task.detached { [iterated, weak self] in
      for await _ in iterated { self?.hear() }
    }
  }

  /// How many paths they were given.
  var deliveries: Int { heard.withLock { $0 } }

  private func hear() { heard.withLock { $0 += 1 } }
}
