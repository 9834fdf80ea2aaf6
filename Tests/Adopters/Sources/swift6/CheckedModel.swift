import PathMonitoring

/// Of the main actor, which its conformance has checked at run time instead.
@MainActor final class CheckedModel: @preconcurrency NetworkReachabilityProtocol {
  private let world: World
  var networkPathMonitor: NetworkPathMonitor?

  init(_ world: World) { self.world = world }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  func networkStatusChanged(isConnected: Bool) { world.log.add(isConnected) }
}
