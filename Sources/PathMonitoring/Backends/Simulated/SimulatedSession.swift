/// One receiver's stay with a simulation, which lives on for it.
final class SimulatedSession: PathMonitorBackendSession {
  private let simulation: Simulation
  private let deliveries: SimulationDeliveries
  private let id: Int

  init(_ simulation: Simulation, _ deliveries: SimulationDeliveries, _ id: Int) {
    self.simulation = simulation
    self.deliveries = deliveries
    self.id = id
  }

  func stop() {
    deliveries.remove(id)
  }
}
