/// A scenario file as a backend: it is read when the first monitor starts, and plays in real time.
///
/// All monitors of the process that name the same file follow the same play. It begins anew when a monitor starts
/// after the last has ended. A file that makes no sense is a failure of the backend, which names file, line and reason.
public struct ScenarioBackend: PathMonitorBackend {
  private let play: SharedPlay

  init(file: String) {
    play = .ofProcess("simulated by \(file)") { try Scenario(contentsOf: file) }
  }

  /// `simulated`
  public var name: String { "simulated" }

  /// Joins the play of the file, or begins it.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    play.join(receiver)
  }
}

extension PathMonitorBackend where Self == ScenarioBackend {
  /// A scenario file (<doc:Scenarios>), played in real time.
  public static func simulated(file: String) -> ScenarioBackend { ScenarioBackend(file: file) }
}
