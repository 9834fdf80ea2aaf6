internal import Dispatch

/// A network that does what a test, or a scenario file, says.
///
/// ```swift
/// let simulation = Simulation(.ethernet("eth0"))
/// let monitor = PathMonitor(backend: .simulated(simulation))
/// monitor.start(queue: .main)
/// simulation.unplug("eth0")
/// simulation.joinWiFi("home")
/// simulation.startVPN()
/// await simulation.settled()
/// ```
///
/// The verbs are those of `SimulationVerbs`. Each takes effect at once: when it returns, every monitor has been
/// given the change, unless another thread is at it just then; `settled()` waits for that too. They may be used
/// from any thread and from within handlers; all monitors see all changes in the same order.
///
/// Any number of monitors may follow one simulation, and come and go.
public final class Simulation: SimulationVerbs, Sendable {
  private struct State {
    var network: SimulatedNetwork
    var problems: [SimulationProblem] = []
    var isPlaying = false
  }

  private let state: Lock<State>
  private let deliveries: SimulationDeliveries
  private let clock: any PathMonitorClock
  /// What is still to happen by the clock.
  let agenda: SimulationAgenda
  private let scenario: Scenario
  private let problemHandler: @Sendable (SimulationProblem) -> Void

  /// Makes a simulation of a network of these links; `eth0` and so on are not there by themselves.
  ///
  /// - Parameters:
  ///   - links: what there is at first, such as `.ethernet()` and `.wifi()`.
  ///   - nameservers: what is configured at first.
  ///   - clock: what `flap`, `roam` and `play` are timed by.
  ///   - onProblem: called with each verb that makes no sense, on the thread that says it; a line on standard
  ///     error if it is left out. A test may give `{ Issue.record("\($0)") }`.
  public convenience init(
    _ links: SimulatedLink..., nameservers: [NetworkEndpoint.Host] = ["192.0.2.53"],
    clock: some PathMonitorClock = .system, onProblem: (@Sendable (SimulationProblem) -> Void)? = nil
  ) {
    self.init(
      Scenario(name: "simulated", links: links, nameservers: nameservers), clock: clock, onProblem: onProblem)
  }

  /// Makes a simulation of a scenario, which stands at its beginning until `play()`.
  ///
  /// - Parameters:
  ///   - scenario: what there is at first, and what happens.
  ///   - clock: what it is timed by.
  ///   - onProblem: called with each verb that makes no sense; a line on standard error if it is left out.
  public init(
    _ scenario: Scenario, clock: some PathMonitorClock = .system,
    onProblem: (@Sendable (SimulationProblem) -> Void)? = nil
  ) {
    self.scenario = scenario
    self.clock = clock
    agenda = SimulationAgenda(clock)
    problemHandler = onProblem ?? { Console.writeError("simulation: \($0)") }
    let (network, problems) = scenario.beginning
    state = Lock(State(network: network, problems: problems))
    deliveries = SimulationDeliveries(network.report)
    for problem in problems { problemHandler(problem) }
  }

  /// The verbs that made no sense so far, the oldest first.
  public var problems: [SimulationProblem] { state.withLock { $0.problems } }

  /// The network as it is now, also while the host sleeps or the backend fails.
  public var snapshot: NetworkSnapshot { state.withLock { $0.network.snapshot } }

  /// Lets something happen: what the verbs do.
  public func apply(_ event: SimulatedEvent) {
    happen([event], atOnce: false)
  }

  /// Lets several things happen as one change: no monitor sees what is between them. If `body` throws, nothing
  /// happens.
  ///
  /// ```swift
  /// simulation.perform {
  ///   $0.unplug()
  ///   $0.joinWiFi()
  /// }
  /// ```
  public func perform(_ body: (Batch) throws -> Void) rethrows {
    let batch = Batch()
    try body(batch)
    happen(batch.events, atOnce: true)
  }

  /// Collects what `perform(_:)` lets happen.
  public final class Batch: SimulationVerbs {
    fileprivate var events: [SimulatedEvent] = []

    /// Notes what is to happen.
    public func apply(_ event: SimulatedEvent) { events.append(event) }
  }

  /// Lets events happen, as one change if `atOnce`; what they bring about later is counted from `time`, or from now.
  func happen(_ events: [SimulatedEvent], atOnce: Bool, at time: Duration? = nil) {
    let (problems, later) = state.withLock { state in
      var problems: [SimulationProblem] = []
      var later: [(after: Duration, events: [SimulatedEvent])] = []
      for event in events {
        do throws(SimulationProblem) {
          for step in try state.network.steps(of: event) {
            if step.after > .zero {
              later.append(step)
              continue
            }
            for event in step.events { try state.network.apply(event) }
            // In the lock, so that the order is that of the events.
            if !atOnce { deliveries.add(state.network.report) }
          }
        } catch {
          problems.append(SimulationProblem("\(event.verb.rawValue): \(error)"))
        }
      }
      if atOnce { deliveries.add(state.network.report) }
      state.problems += problems
      return (problems, later)
    }
    if !later.isEmpty { SimulationRun(self, later).begin(at: time ?? clock.now) }
    deliveries.drain()
    for problem in problems { problemHandler(problem) }
  }

  /// Adds a receiver, which is given the present state first.
  func add(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    let id = deliveries.add(receiver)
    deliveries.drain()
    return SimulatedSession(self, deliveries, id)
  }

  /// Calls `body`, on any thread, maybe from within this call, when everything has been delivered.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) {
    deliveries.whenSettled(body)
  }

  /// Returns when every monitor that follows the simulation has delivered all that has happened: its handler has
  /// returned, its iterations hold it, and what handlers made happen is delivered too.
  ///
  /// What is still to come by the clock is not waited for, nor could it be by a clock that stands.
  public func settled() async {
    await withCheckedContinuation { continuation in whenSettled { continuation.resume() } }
  }

  /// `settled()` for tests that are not asynchronous. Not to be called on the queue of a monitor, which it would
  /// wait for in vain.
  public func waitUntilSettled() {
    let settled = DispatchSemaphore(value: 0)
    whenSettled { settled.signal() }
    settled.wait()
  }
}

extension Simulation {
  /// Plays the scenario from its beginning, each step in its time by the clock. Does nothing while it plays.
  ///
  /// - Parameters:
  ///   - speed: how often as fast as the scenario says, from a thousandth to a million times.
  ///   - whenDone: called when the last step has happened, on a thread of the clock's.
  public func play(speed: Double = 1, whenDone: @escaping @Sendable () -> Void = {}) {
    guard begin() else { return }
    let run = SimulationRun(self, scenario, speed: speed) { [weak self] in
      self?.state.withLock { $0.isPlaying = false }
      whenDone()
    }
    run.begin(at: clock.now)
  }

  /// Plays the scenario from its beginning to its end, each step at once after the one before, on the calling thread.
  /// What takes time in it, such as a flap, is over at once as well. Does nothing while it plays.
  public func playAll() {
    guard begin() else { return }
    for _ in 0..<scenario.passes {
      for step in scenario.steps { apply(step.event.withoutTime) }
    }
    state.withLock { $0.isPlaying = false }
  }

  private func begin() -> Bool {
    let isNew = state.withLock { state in
      guard !state.isPlaying else { return false }
      state.isPlaying = true
      state.network = scenario.beginning.network
      deliveries.add(state.network.report)
      return true
    }
    deliveries.drain()
    return isNew
  }
}

extension SimulatedEvent {
  /// The event, all of it at once.
  fileprivate var withoutTime: SimulatedEvent {
    switch self {
    case .flap(let link, let times, _): .flap(link, times: times, period: .zero)
    case .roam(let link, _, let keepsAddress): .roam(link, loss: .zero, keepsAddress: keepsAddress)
    default: self
    }
  }
}
