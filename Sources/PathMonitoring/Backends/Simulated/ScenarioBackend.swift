/// A scenario file as a backend: it is read when the first monitor starts, and plays in real time.
///
/// All monitors of the process that name the same file follow the same play. It begins anew when a monitor starts
/// after the last has ended. A file that makes no sense is a failure of the backend, which names file, line and reason.
public struct ScenarioBackend: PathMonitorBackend {
  /// The plays that monitors follow, by file.
  private static let plays = Lock<[String: Play]>([:])

  private struct Play {
    weak var simulation: Simulation?
  }

  private let file: String

  init(file: String) {
    self.file = file
  }

  /// `simulated`
  public var name: String { "simulated" }

  /// Joins the play of the file, or begins it.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    // The file is read in the lock, so that two monitors that start at once follow one play.
    let found = Self.plays.withLock { plays -> Result<(Simulation, Scenario?), ScenarioError> in
      if let simulation = plays[file]?.simulation { return .success((simulation, nil)) }
      do throws(ScenarioError) {
        let scenario = try Scenario(contentsOf: file)
        let simulation = Simulation(scenario)
        plays[file] = Play(simulation: simulation)
        return .success((simulation, scenario))
      } catch {
        plays[file] = nil
        return .failure(error)
      }
    }
    switch found {
    case .failure(let error):
      receiver.fail(error.description)
      return Nothing()
    case .success(let (simulation, scenario)):
      receiver.describeSource("simulated by \(file)")
      let session = simulation.add(receiver)
      if scenario != nil { simulation.play() }
      return session
    }
  }

  private final class Nothing: PathMonitorBackendSession {
    func stop() {}
  }
}

extension PathMonitorBackend where Self == ScenarioBackend {
  /// A scenario file (<doc:Scenarios>), played in real time.
  public static func simulated(file: String) -> ScenarioBackend { ScenarioBackend(file: file) }
}
