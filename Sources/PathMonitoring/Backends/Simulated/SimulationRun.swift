/// Lets things happen to a simulation, each in its time: it stands in the agenda once at a time. Ends when the
/// simulation is no longer there.
final class SimulationRun: Sendable {
  private struct State {
    var pass = 0
    var step = 0
    var base: Duration = .zero
  }

  private let state = Lock(State())
  private weak let simulation: Simulation?
  private let steps: [(after: Duration, events: [SimulatedEvent])]
  private let passes: Int
  /// How long a pass takes.
  private let length: Duration
  private let speed: Double
  /// Called when the last pass is over; nil if nobody waits for that.
  private let whenDone: (@Sendable () -> Void)?

  private init(
    _ simulation: Simulation, steps: [(after: Duration, events: [SimulatedEvent])], passes: Int,
    length: Duration, speed: Double,
    _ whenDone: (@Sendable () -> Void)?
  ) {
    self.simulation = simulation
    self.steps = steps
    self.passes = passes
    self.length = length
    self.speed = speed
    self.whenDone = whenDone
  }

  /// What is left of an event that takes time.
  convenience init(_ simulation: Simulation, _ steps: [(after: Duration, events: [SimulatedEvent])]) {
    self.init(simulation, steps: steps, passes: 1, length: .zero, speed: 1, nil)
  }

  /// All of a scenario.
  convenience init(
    _ simulation: Simulation, _ scenario: Scenario, speed: Double, _ whenDone: @escaping @Sendable () -> Void
  ) {
    // Within these a time cannot overflow.
    let speed = speed.isNaN ? 1 : min(max(speed, 0.001), 1_000_000)
    self.init(
      simulation, steps: scenario.times.map { ($0.time, [$0.event.faster(speed)]) },
      passes: scenario.passes, length: scenario.passDuration, speed: speed, whenDone)
  }

  /// Begins, as of a time of the simulation's clock.
  func begin(at time: Duration) {
    state.withLock { $0.base = time }
    scheduleNext()
  }

  private func scheduleNext() {
    let next = state.withLock { state -> Duration? in
      if state.step == steps.count {
        state.step = 0
        state.pass += 1
        state.base += length.faster(speed)
      }
      if state.pass >= passes { return whenDone == nil ? nil : state.base }
      guard !steps.isEmpty else {
        state.pass = passes
        return state.base
      }
      return state.base + steps[state.step].after.faster(speed)
    }
    guard let next else { return }
    simulation?.agenda.add(at: next) { self.come(next) }
  }

  /// The time has come; it may be later by now.
  private func come(_ time: Duration) {
    let events = state.withLock { state -> [SimulatedEvent]? in
      guard state.pass < passes, state.step < steps.count else { return nil }
      defer { state.step += 1 }
      return steps[state.step].events
    }
    guard let events else {
      whenDone?()
      return
    }
    guard let simulation else { return }
    // What belongs together is one change.
    simulation.happen(events, atOnce: events.count > 1, at: time)
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
