import Dispatch
import PathMonitoring

/// A class that adopts monitoring.
final class Adopter: NetworkReachabilityProtocol, Sendable {
  private let backend: any PathMonitorBackend
  private let monitor = Lock<NetworkPathMonitor?>(nil)
  let networkMonitoringQueue: DispatchQueue
  /// The first call.
  let first = Arrival()

  init(_ backend: any PathMonitorBackend, _ queue: DispatchQueue) {
    self.backend = backend
    networkMonitoringQueue = queue
  }

  var networkPathMonitor: NetworkPathMonitor? {
    get { monitor.withLock { $0 } }
    set {
      let old = monitor.withLock { monitor in
        defer { monitor = newValue }
        return monitor
      }
      withExtendedLifetime(old) {}
    }
  }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: backend) }

  func networkStatusChanged(isConnected: Bool) { first.came() }
}
