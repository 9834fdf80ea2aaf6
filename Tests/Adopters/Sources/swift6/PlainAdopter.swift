import PathMonitoring

/// Neither final nor `Sendable`.
class PlainAdopter: NetworkReachabilityProtocol {
  let world: World
  var networkPathMonitor: NetworkPathMonitor?

  init(_ world: World) { self.world = world }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  func networkStatusChanged(isConnected: Bool) { world.log.add(isConnected) }
}
