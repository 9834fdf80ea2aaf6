/// Lets things happen to a simulation, each in its time: one call is owed by the clock at a time. Ends when the
/// simulation is no longer there.
final class SimulationRun: Sendable {
  private struct State {
    var pass = 0
    var step = 0
    var base: Duration = .zero
  }

  private let state = Lock(State())
  private weak let simulation: Simulation?
  private let clock: any PathMonitorClock
  private let steps: [(after: Duration, events: [SimulatedEvent])]
  private let passes: Int
  /// How long a pass takes.
  private let length: Duration
  private let speed: Double
  /// Called when the last pass is over.
  private let whenDone: @Sendable () -> Void

  private init(
    _ simulation: Simulation, _ clock: any PathMonitorClock,
    steps: [(after: Duration, events: [SimulatedEvent])], passes: Int, length: Duration, speed: Double,
    _ whenDone: @escaping @Sendable () -> Void
  ) {
    self.simulation = simulation
    self.clock = clock
    self.steps = steps
    self.passes = passes
    self.length = length
    self.speed = speed
    self.whenDone = whenDone
  }

  /// What is left of an event that takes time.
  convenience init(
    _ simulation: Simulation, _ clock: any PathMonitorClock,
    _ steps: [(after: Duration, events: [SimulatedEvent])], _ whenDone: @escaping @Sendable () -> Void
  ) {
    self.init(simulation, clock, steps: steps, passes: 1, length: .zero, speed: 1, whenDone)
  }

  /// All of a scenario.
  convenience init(
    _ simulation: Simulation, _ clock: any PathMonitorClock, _ scenario: Scenario, speed: Double,
    _ whenDone: @escaping @Sendable () -> Void
  ) {
    // Within these a time cannot overflow.
    let speed = speed.isNaN ? 1 : min(max(speed, 0.001), 1_000_000)
    self.init(
      simulation, clock, steps: scenario.times.map { ($0.time, [$0.event.faster(speed)]) },
      passes: scenario.passes, length: scenario.passDuration, speed: speed, whenDone)
  }

  func begin() {
    state.withLock { $0.base = clock.now }
    scheduleNext()
  }

  private func scheduleNext() {
    let next = state.withLock { state -> Duration in
      if state.step == steps.count {
        state.step = 0
        state.pass += 1
        state.base += length.faster(speed)
      }
      if state.pass >= passes { return state.base }
      guard !steps.isEmpty else {
        state.pass = passes
        return state.base
      }
      return state.base + steps[state.step].after.faster(speed)
    }
    _ = clock.schedule(at: next) { self.come() }
  }

  private func come() {
    let events = state.withLock { state -> [SimulatedEvent]? in
      guard state.pass < passes else { return nil }
      defer { state.step += 1 }
      return steps[state.step].events
    }
    guard let events else {
      whenDone()
      return
    }
    guard let simulation else { return }
    if events.count == 1 {
      simulation.apply(events[0])
    } else {
      simulation.perform { batch in for event in events { batch.apply(event) } }
    }
    scheduleNext()
  }
}

extension SimulatedEvent {
  /// The event, so many times as fast.
  fileprivate func faster(_ speed: Double) -> SimulatedEvent {
    switch self {
    case .flap(let link, let times, let period):
      .flap(link, times: times, period: Self.bounded(period).faster(speed))
    case .roam(let link, let loss, let keepsAddress):
      .roam(link, loss: Self.bounded(loss).faster(speed), keepsAddress: keepsAddress)
    default: self
    }
  }
}

extension Duration {
  /// The span at so many times the speed; to the last digit at the usual one, which a division would lose.
  fileprivate func faster(_ speed: Double) -> Duration { speed == 1 ? self : self / speed }
}
