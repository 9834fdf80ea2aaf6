import PathMonitoring

/// Runs what every adopter must stand, and keeps what went wrong.
@MainActor final class Checks {
  private(set) var failures: [String] = []

  func expect(_ condition: Bool, _ what: String) {
    if !condition { failures.append(what) }
  }

  /// Follows an adopter from its start to its end, which comes without a stop.
  func run<Adopter: NetworkReachabilityProtocol>(_ name: String, _ make: (World) -> Adopter) async {
    let world = World()
    weak var gone: Adopter?
    do {
      let adopter = make(world)
      gone = adopter
      adopter.stopNetworkMonitoring()
      expect(!adopter.isNetworkAvailable(), "\(name): available before the start")
      adopter.startNetworkMonitoring()
      adopter.startNetworkMonitoring()
      expect(
        world.board.runningCount == 1, "\(name): started twice, \(world.board.runningCount) monitors run")
      expect(await world.log.next() == false, "\(name): the first status is not told")
      world.board.connect(true)
      expect(await world.log.next() == true, "\(name): the change is not told")
      expect(adopter.isNetworkAvailable(), "\(name): not available when told so")
      adopter.stopNetworkMonitoring()
      adopter.stopNetworkMonitoring()
      expect(world.board.runningCount == 0, "\(name): runs after the stop")
      adopter.startNetworkMonitoring()
      expect(await world.log.next() == true, "\(name): the first status is not told after the restart")
    }
    expect(
      await eventually { gone == nil && world.board.runningCount == 0 }, "\(name): its monitor outlives it")
  }

  /// Follows the object of an actor.
  func run(_ station: Station, _ world: World) async {
    await station.start()
    expect(await world.log.next() == false, "held by an actor: the first status is not told")
    world.board.connect(true)
    expect(await world.log.next() == true, "held by an actor: the change is not told")
    expect(await station.isOnline, "held by an actor: not available when told so")
    await station.stop()
    expect(world.board.runningCount == 0, "held by an actor: runs after the stop")
  }

  /// Waits for what comes soon: a call that was under way may hold an adopter of another queue a moment longer.
  private func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition() {
      if ContinuousClock.now > deadline { return false }
      await Task.yield()
    }
    return true
  }
}
