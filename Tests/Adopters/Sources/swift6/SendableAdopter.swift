import Dispatch
import PathMonitoring
import Synchronization

/// For any thread, and called on a queue of its own.
final class SendableAdopter: NetworkReachabilityProtocol, Sendable {
  private let world: World
  private let monitor = Mutex<NetworkPathMonitor?>(nil)
  let networkMonitoringQueue = DispatchQueue(label: "adopter")

  var networkPathMonitor: NetworkPathMonitor? {
    get { monitor.withLock { $0 } }
    set { monitor.withLock { $0 = newValue } }
  }

  init(_ world: World) { self.world = world }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  func networkStatusChanged(isConnected: Bool) {
    dispatchPrecondition(condition: .onQueue(networkMonitoringQueue))
    world.log.add(isConnected)
  }
}
