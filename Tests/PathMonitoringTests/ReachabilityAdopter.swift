import Dispatch
import PathMonitoring
import TestSupport

/// An adopter that keeps what it is told, and does what a test says with it.
final class ReachabilityAdopter: NetworkReachabilityProtocol {
  private let backend: ScriptedBackend
  var networkPathMonitor: NetworkPathMonitor?
  let networkMonitoringQueue: DispatchQueue
  /// All calls, in their order.
  private(set) var log: [String] = []
  private(set) var statuses: [Bool] = []
  var onPath: ((ReachabilityAdopter, NetworkPath) -> Void)?
  var onStatus: ((ReachabilityAdopter, Bool) -> Void)?

  init(_ backend: ScriptedBackend, _ queue: DispatchQueue) {
    self.backend = backend
    networkMonitoringQueue = queue
  }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: backend) }

  func networkPathChanged(_ path: NetworkPath) {
    log.append("path \(path.availableInterfaces.first?.name ?? "-")")
    onPath?(self, path)
  }

  func networkStatusChanged(isConnected: Bool) {
    log.append("status \(isConnected)")
    statuses.append(isConnected)
    onStatus?(self, isConnected)
  }
}
