import PathMonitoring

#if hasFeature(InferIsolatedConformances)
  /// Of the main actor, and so is its conformance, without a word.
  @MainActor final class ImplicitModel: NetworkReachabilityProtocol {
    private let world: World
    private(set) var isOnline = false
    var networkPathMonitor: NetworkPathMonitor?

    init(_ world: World) { self.world = world }

    func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
    func networkStatusChanged(isConnected: Bool) {
      isOnline = isConnected
      world.log.add(isConnected)
    }
  }
#endif
