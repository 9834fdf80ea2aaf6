internal import Dispatch

/// A monitor behind its public face: its state, the backend's session, the deliveries.
///
/// The backend and the queue hold this object and never the face. So the face can go while they are at work,
/// and then it cancels: what nobody can reach any more does not run on. A face that is to run on by itself, as
/// Apple's does, is kept from here.
final class PathMonitorCore: Sendable {
  struct State {
    var lifecycle = MonitorLifecycle()
    var handler: (@Sendable (NetworkPath) -> Void)?
    var queue: DispatchQueue?
    var session: (any PathMonitorBackendSession)?
    /// Counts the backend's starts: what a session says that was stopped since is not heard.
    var generation = 0
    var iterations: [Int: PathMailbox] = [:]
    var nextIteration = 0
    var failure: String?
    /// What the backend says of its source, once it does.
    var source: String?
    /// To be called when nothing waits for the queue any more.
    var awaitingDelivery: [@Sendable () -> Void] = []
    /// The face that runs on by itself, while it runs.
    var kept: (any AnyObject & Sendable)?
    /// The face runs for whoever holds it, and is not kept.
    var isOwned = false
    var gate = SettleGate(.immediate)
    /// When the clock calls next, if it was asked to.
    var alarm: Duration?
    var requirements: PathRequirements
    /// The newest snapshot of a monitor of one host, which is decided anew when its addresses are found.
    var snapshot: NetworkSnapshot?
    var plan = ResolutionPlan()
    /// When the clock was last asked to call for the plan.
    var planAlarm: Duration?
  }

  let state: Lock<State>
  private let backend: any PathMonitorBackend
  let requirements: PathRequirements
  /// The host that is to be reached; nil for everywhere.
  let host: NetworkEndpoint.Host?
  let resolver: any HostResolver
  private let settling: PathSettling
  let clock: any PathMonitorClock

  init(
    _ requirements: PathRequirements, _ backend: some PathMonitorBackend, _ settling: PathSettling,
    _ clock: some PathMonitorClock, to endpoint: NetworkEndpoint? = nil, resolver: any HostResolver
  ) {
    var requirements = requirements
    host = endpoint?.reachedHost
    self.resolver = resolver
    switch host {
    case .name: break
    case let host?: requirements.addresses = [host]
    // A service, which somebody would have to look up.
    case nil: if endpoint != nil { requirements.addresses = [] }
    }
    self.requirements = requirements
    self.backend = backend
    self.settling = settling
    self.clock = clock
    state = Lock(State(gate: SettleGate(settling), requirements: requirements))
  }

  var handler: (@Sendable (NetworkPath) -> Void)? {
    get { state.withLock { $0.handler } }
    set {
      let (old, queue) = state.withLock { state -> ((@Sendable (NetworkPath) -> Void)?, DispatchQueue?) in
        guard !state.lifecycle.isCancelled else { return (nil, nil) }
        let old = state.handler
        state.handler = newValue
        let schedules = newValue != nil && state.lifecycle.handlerAssigned()
        return (old, schedules ? state.queue : nil)
      }
      if let queue { scheduleTurn(on: queue) }
      // The old handler is let go of here, where no lock is held: what it captured may use the monitor.
      withExtendedLifetime(old) {}
    }
  }

  var currentPath: NetworkPath {
    get { state.withLock { $0.lifecycle.current } }
    set { state.withLock { $0.lifecycle.current = newValue } }
  }

  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var isCancelled: Bool { state.withLock { $0.lifecycle.isCancelled } }

  var failure: String? { state.withLock { $0.failure } }

  var backendDescription: String {
    state.withLock { state in
      let source = state.source ?? backend.name
      return state.failure.map { "\(source) failed: \($0); the path is unknown" } ?? source
    }
  }

  /// Starts, and keeps the face until it is cancelled.
  func start(queue: DispatchQueue, keeping face: any AnyObject & Sendable) {
    let action = state.withLock { state -> MonitorLifecycle.StartAction? in
      guard let action = state.lifecycle.started() else { return nil }
      state.queue = queue
      state.kept = face
      return action
    }
    if let action { perform(action, queue) }
  }

  /// Starts with a handler, and does not keep the face; false, and nothing is done, if it was started or
  /// cancelled before.
  func startOwned(queue: DispatchQueue, handler: @escaping @Sendable (NetworkPath) -> Void) -> Bool {
    var replaced = State(requirements: requirements)
    let action = state.withLock { state -> MonitorLifecycle.StartAction? in
      guard let action = state.lifecycle.started() else { return nil }
      state.queue = queue
      state.isOwned = true
      swap(&replaced.kept, &state.kept)
      swap(&replaced.handler, &state.handler)
      state.handler = handler
      return action
    }
    if let action { perform(action, queue) }
    // What the former handler captured goes where no lock is held.
    withExtendedLifetime(replaced) {}
    return action != nil
  }

  func cancel() {
    let ended = state.withLock { state -> State in
      let stops = state.lifecycle.cancelled()
      var ended = State(requirements: requirements)
      swap(&ended.handler, &state.handler)
      swap(&ended.iterations, &state.iterations)
      swap(&ended.kept, &state.kept)
      if stops { swap(&ended.session, &state.session) }
      return ended
    }
    ended.session?.stop()
    for iteration in ended.iterations.values { iteration.close() }
  }

  private func perform(_ action: MonitorLifecycle.StartAction, _ queue: DispatchQueue) {
    if action.startsBackend { startBackend() }
    if action.schedulesTurn { scheduleTurn(on: queue) }
  }

  private func startBackend() {
    let generation = state.withLock { state in
      state.generation += 1
      // A start begins with a first path: what a session said until now, also while it was being stopped, is
      // neither waited for nor compared with.
      state.gate = SettleGate(settling)
      state.alarm = nil
      state.snapshot = nil
      state.plan.restart()
      state.planAlarm = nil
      state.requirements = requirements
      return state.generation
    }
    let receiver = SnapshotReceiver {
      self.take($0, generation)
    } whenDelivered: {
      self.whenDelivered($0)
    }
    let session = backend.start(receiver)
    // The monitor may have been cancelled meanwhile, or its last iteration have ended and another begun.
    let isWanted = state.withLock { state in
      guard state.lifecycle.isRunning, state.generation == generation else { return false }
      state.session = session
      return true
    }
    if !isWanted { return session.stop() }
    if host != nil { watchAddresses() }
  }

  private func take(_ event: SnapshotReceiver.Event, _ generation: Int) {
    let snapshot: NetworkSnapshot
    let failure: String?
    switch event {
    case .snapshot(let new): (snapshot, failure) = (new, nil)
    case .failure(let reason): (snapshot, failure) = (.unknown, reason)
    case .source(let source, let reason):
      return state.withLock { state in
        guard state.generation == generation else { return }
        state.source = reason.map { "\(source) (\($0))" } ?? source
      }
    }
    if host == nil {
      // Nothing else decides about it, so that it is found out in no lock.
      let path = PathEvaluator.path(snapshot, requirements)
      decide(generation) { gate, state in
        state.failure = failure
        return gate.came(path, at: self.clock.now)
      }
    } else {
      takeForHost(snapshot, failure, generation)
    }
  }

  // MARK: Deciding

  /// The clock called for a time: what was held until then is delivered, also if the clock was early. It will
  /// not call again.
  private func alarmCame(_ time: Duration, _ generation: Int) {
    decide(generation) { gate, state in
      if state.alarm == time { state.alarm = nil }
      return gate.timeCame(max(time, self.clock.now))
    }
  }

  /// Delivers what the gate lets through, and asks the clock to call when it is to be asked again.
  func decide(_ generation: Int, _ pass: (inout SettleGate, inout State) -> NetworkPath?) {
    let (queue, alarm, fed) = state.withLock { state -> (DispatchQueue?, Duration?, [PathMailbox]) in
      guard state.generation == generation else { return (nil, nil, []) }
      var gate = state.gate
      let path = pass(&gate, &state)
      state.gate = gate
      // One call is owed at a time: an earlier one asks for the later. A call for each loss of a link that
      // comes and goes would pile up until their times come.
      var alarm = gate.deadline
      if let owed = state.alarm, let due = alarm, owed <= due { alarm = nil }
      state.alarm = alarm ?? state.alarm
      guard let path else { return (nil, alarm, []) }
      let action = state.lifecycle.evaluated(path)
      let fed = action.feedsIterations ? Array(state.iterations.values) : []
      // In the lock, so that all iterations see the same order.
      for iteration in fed { iteration.put(path) }
      return (action.schedulesTurn ? state.queue : nil, alarm, fed)
    }
    for iteration in fed { iteration.announce() }
    if let queue { scheduleTurn(on: queue) }
    // Never taken back: one that comes when nothing is due any more does nothing.
    if let alarm { _ = clock.schedule(at: alarm) { [weak self] in self?.alarmCame(alarm, generation) } }
  }

  private func scheduleTurn(on queue: DispatchQueue) {
    queue.async { self.takeTurn() }
  }

  /// What a turn of the queue is to do. No tuple: a closure in one is wrapped anew each time that it is handed over.
  private struct Turn {
    var action: MonitorLifecycle.TurnAction
    var handler: (@Sendable (NetworkPath) -> Void)?
  }

  /// Calls the handler for what is pending. Only one turn is under way at a time, which is what keeps the
  /// order on a concurrent queue.
  private func takeTurn() {
    while true {
      let turn = state.withLock { state in
        Turn(action: state.lifecycle.turnCame(hasHandler: state.handler != nil), handler: state.handler)
      }
      guard case .call(let path) = turn.action else { break }
      turn.handler?(path)
    }
    let delivered = state.withLock { state -> [@Sendable () -> Void] in
      guard !state.lifecycle.isDelivering else { return [] }
      defer { state.awaitingDelivery = [] }
      return state.awaitingDelivery
    }
    for call in delivered { call() }
  }

  /// Calls `body` when the handler has returned from all paths so far.
  private func whenDelivered(_ body: @escaping @Sendable () -> Void) {
    let isDelivered = state.withLock { state in
      if state.lifecycle.isDelivering { state.awaitingDelivery.append(body) }
      return !state.lifecycle.isDelivering
    }
    if isDelivered { body() }
  }

  /// Begins an iteration, and starts the backend if nothing did.
  func iterate(keeping face: any AnyObject & Sendable) -> PathMailbox.Iterator {
    let id = state.withLock { state in
      defer { state.nextIteration += 1 }
      return state.nextIteration
    }
    let (box, iterator) = PathMailbox.make { self.endIteration(id) }
    let begin = state.withLock { state -> (startsBackend: Bool, first: NetworkPath?)? in
      let begin = state.lifecycle.iterationBegan()
      if let begin {
        state.iterations[id] = box
        if !state.isOwned { state.kept = face }
        if let first = begin.first { box.put(first) }
      }
      return begin
    }
    guard let begin else {
      box.close()
      return iterator
    }
    if begin.first != nil { box.announce() }
    if begin.startsBackend { startBackend() }
    return iterator
  }

  private func endIteration(_ id: Int) {
    let ended = state.withLock { state -> State in
      var ended = State(requirements: requirements)
      guard state.iterations.removeValue(forKey: id) != nil, state.lifecycle.iterationEnded() else {
        return ended
      }
      swap(&ended.session, &state.session)
      swap(&ended.kept, &state.kept)
      return ended
    }
    ended.session?.stop()
  }
}
