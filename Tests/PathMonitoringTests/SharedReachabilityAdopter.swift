import Dispatch
import PathMonitoring
import TestSupport

/// An adopter that any thread may use.
final class SharedReachabilityAdopter: NetworkReachabilityProtocol, Sendable {
  private let backend: ScriptedBackend
  private let monitor = Lock<NetworkPathMonitor?>(nil)
  private let status = Lock<Bool?>(nil)
  let networkMonitoringQueue: DispatchQueue

  var networkPathMonitor: NetworkPathMonitor? {
    get { monitor.withLock { $0 } }
    set {
      let former = monitor.withLock { monitor in
        defer { monitor = newValue }
        return monitor
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The status told last.
  var last: Bool? { status.withLock { $0 } }

  init(_ backend: ScriptedBackend, _ queue: DispatchQueue) {
    self.backend = backend
    networkMonitoringQueue = queue
  }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: backend) }

  func networkStatusChanged(isConnected: Bool) { status.withLock { $0 = isConnected } }
}
