import PathMonitoring
import Synchronization

/// An actor that adopts by itself: what the protocol asks for is not isolated, and tells it by a task.
actor ActorAdopter: NetworkReachabilityProtocol {
  private let world: World
  private let monitor = Mutex<NetworkPathMonitor?>(nil)
  private var isOnline = false

  nonisolated var networkPathMonitor: NetworkPathMonitor? {
    get { monitor.withLock { $0 } }
    set { monitor.withLock { $0 = newValue } }
  }

  init(_ world: World) { self.world = world }

  nonisolated func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  nonisolated func networkStatusChanged(isConnected: Bool) {
    world.log.add(isConnected)
    Task { await set(isConnected) }
  }

  private func set(_ isConnected: Bool) { isOnline = isConnected }
}
