import PathMonitoring

/// Of a type that nothing is known of.
final class GenericAdopter<Value>: NetworkReachabilityProtocol {
  private let world: World
  private(set) var values: [Value] = []
  private let value: Value
  var networkPathMonitor: NetworkPathMonitor?

  init(_ world: World, _ value: Value) {
    self.world = world
    self.value = value
  }

  func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: world.board) }
  func networkPathChanged(_ path: NetworkPath) { values.append(value) }
  func networkStatusChanged(isConnected: Bool) { world.log.add(isConnected) }
}
