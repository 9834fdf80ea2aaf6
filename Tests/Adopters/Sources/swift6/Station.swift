import PathMonitoring

/// An actor that holds a class which is not `Sendable`.
actor Station {
  private let follower: PlainAdopter

  init(_ world: World) { follower = PlainAdopter(world) }

  func start() { follower.startNetworkMonitoring() }
  func stop() { follower.stopNetworkMonitoring() }
  var isOnline: Bool { follower.isNetworkAvailable() }
}
