/// A scenario that all who name it follow together: it begins with the first of them, and anew when one comes after
/// the last has gone.
final class SharedPlay: Sendable {
  private struct State {
    weak var simulation: Simulation?
  }

  /// The plays of the process, by what they play.
  private static let plays = Lock<[String: SharedPlay]>([:])

  private let source: String
  private let clock: any PathMonitorClock
  private let isAtOnce: Bool
  private let load: @Sendable () throws -> Scenario
  private let state = Lock(State())

  /// Makes a play.
  ///
  /// - Parameters:
  ///   - source: what the snapshots come from, in one line.
  ///   - clock: what it is timed by.
  ///   - isAtOnce: whether each step follows at once on the one before.
  ///   - load: gives the scenario each time it begins, or throws what is to be said of the failure.
  init(
    _ source: String, clock: any PathMonitorClock = .system, isAtOnce: Bool = false,
    load: @escaping @Sendable () throws -> Scenario
  ) {
    self.source = source
    self.clock = clock
    self.isAtOnce = isAtOnce
    self.load = load
  }

  /// The one play of the process that has this source.
  static func ofProcess(_ source: String, load: @escaping @Sendable () throws -> Scenario) -> SharedPlay {
    plays.withLock { plays in
      if let play = plays[source] { return play }
      let play = SharedPlay(source, load: load)
      plays[source] = play
      return play
    }
  }

  /// Joins the play, or begins it.
  func join(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    // It is loaded in the lock, so that two that start at once follow one play.
    let found = state.withLock { state -> Result<(simulation: Simulation, isNew: Bool), any Error> in
      if let simulation = state.simulation { return .success((simulation, false)) }
      return Result {
        let simulation = Simulation(try load(), clock: clock)
        state.simulation = simulation
        return (simulation, true)
      }
    }
    switch found {
    case .failure(let error):
      receiver.fail("\(error)")
      return Nothing()
    case .success(let (simulation, isNew)):
      receiver.describeSource(source)
      let session = simulation.add(receiver)
      if isNew {
        if isAtOnce { simulation.playAll() } else { simulation.play() }
      }
      return session
    }
  }

  private final class Nothing: PathMonitorBackendSession {
    func stop() {}
  }
}
