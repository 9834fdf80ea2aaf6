import PathMonitoring

/// Of the main actor, whose state its calls use as they like.
@MainActor class ModelBase: @MainActor NetworkReachabilityProtocol {
  private let world: World
  private(set) var isOnline = false
  var networkPathMonitor: NetworkPathMonitor?

  init(_ world: World) { self.world = world }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  func networkStatusChanged(isConnected: Bool) {
    MainActor.preconditionIsolated()
    isOnline = isConnected
    world.log.add(isConnected)
  }
}
