/// A simulated network as a backend.
public struct SimulatedBackend: PathMonitorBackend {
  private let simulation: Simulation

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  /// `simulated`
  public var name: String { "simulated" }

  /// Gives the present state at once, on the calling thread, and every change on the thread that makes it.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    simulation.add(receiver)
  }
}

extension PathMonitorBackend where Self == SimulatedBackend {
  /// A network that does what a test says.
  public static func simulated(_ simulation: Simulation) -> SimulatedBackend { SimulatedBackend(simulation) }
}
