public import Dispatch

/// The name that `NetworkReachabilityProtocol` uses.
public typealias NetworkPathMonitor = PathMonitor

/// Tells which network path the host has, and when that changes.
///
/// The shape and behaviour are those of Apple's `NWPathMonitor`:
///
/// ```swift
/// let monitor = PathMonitor()
/// monitor.pathUpdateHandler = { path in print(path.status, path.availableInterfaces) }
/// monitor.start(queue: .main)
/// ```
///
/// or `for await path in PathMonitor() { … }`. All members may be used from any thread. A monitor that was
/// started keeps itself alive until it is cancelled.
public final class PathMonitor: Sendable {
  private struct State {
    var lifecycle = MonitorLifecycle()
    var handler: (@Sendable (NetworkPath) -> Void)?
    var queue: DispatchQueue?
    var session: (any PathMonitorBackendSession)?
    /// Counts the backend's starts: what a session says that was stopped since is not heard.
    var generation = 0
    var iterations: [Int: AsyncStream<NetworkPath>.Continuation] = [:]
    var nextIteration = 0
    var failure: String?
    /// What the backend says of its source, once it does.
    var source: String?
    /// To be called when nothing waits for the queue any more.
    var awaitingDelivery: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())
  private let backend: any PathMonitorBackend
  private let requirements: PathRequirements

  package init(requirements: PathRequirements, backend: some PathMonitorBackend = .automatic) {
    self.requirements = requirements
    self.backend = backend
  }

  /// Makes a monitor of all interfaces.
  public convenience init(backend: some PathMonitorBackend = .automatic) {
    self.init(requirements: PathRequirements(), backend: backend)
  }

  /// Makes a monitor that considers only interfaces of one type. The type is the interface's own: a tunnel
  /// over Wi-Fi is not of type `.wifi`.
  public convenience init(
    requiredInterfaceType: NetworkInterface.InterfaceType, backend: some PathMonitorBackend = .automatic
  ) {
    self.init(requirements: PathRequirements(requiredType: requiredInterfaceType), backend: backend)
  }

  /// Makes a monitor that leaves out interfaces of some types, and what is stacked on such.
  public convenience init(
    prohibitedInterfaceTypes: [NetworkInterface.InterfaceType], backend: some PathMonitorBackend = .automatic
  ) {
    self.init(
      requirements: PathRequirements(prohibitedTypes: Set(prohibitedInterfaceTypes)), backend: backend)
  }

  /// What is called with the path: soon after `start(queue:)`, and at every change, on the queue, one call at
  /// a time in the order of events, also if the queue is a concurrent one.
  ///
  /// A handler that is assigned after `start(queue:)` gets the current path if none has had it yet. It may
  /// cancel the monitor, assign another handler and read `currentPath`. Released by `cancel()`.
  public var pathUpdateHandler: (@Sendable (_ newPath: NetworkPath) -> Void)? {
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

  /// The path delivered last; unsatisfied, not available and empty before the first, and the last one for
  /// ever after `cancel()`.
  public var currentPath: NetworkPath { state.withLock { $0.lifecycle.current } }

  /// The queue given to `start(queue:)`.
  public var queue: DispatchQueue? { state.withLock { $0.queue } }

  /// Where the paths come from, and why they do not, in one line.
  public var backendDescription: String {
    state.withLock { state in
      let source = state.source ?? backend.name
      return state.failure.map { "\(source) failed: \($0); the path is unknown" } ?? source
    }
  }

  /// Why the backend cannot tell, or nil.
  package var failure: String? { state.withLock { $0.failure } }

  /// Starts the monitor. The handler is called on `queue` soon, also if there is no path, never from within
  /// this call.
  ///
  /// A second start is ignored and keeps the first queue; a start after `cancel()` does nothing.
  public func start(queue: DispatchQueue) {
    let action = state.withLock { state -> MonitorLifecycle.StartAction? in
      guard let action = state.lifecycle.started() else { return nil }
      state.queue = queue
      return action
    }
    guard let action else { return }
    if action.startsBackend { startBackend() }
    if action.schedulesTurn { scheduleTurn(on: queue) }
  }

  /// Stops the monitor for good and releases the handler and all it captured; iterations end.
  ///
  /// No call begins after this has returned, if it was called on the monitor's queue; from elsewhere, none
  /// after a call in flight has ended. Harmless twice, and before the start.
  public func cancel() {
    let ended = state.withLock { state -> State in
      let stops = state.lifecycle.cancelled()
      var ended = State()
      swap(&ended.handler, &state.handler)
      swap(&ended.iterations, &state.iterations)
      if stops { swap(&ended.session, &state.session) }
      return ended
    }
    ended.session?.stop()
    for continuation in ended.iterations.values { continuation.finish() }
  }

  private func startBackend() {
    let generation = state.withLock { state in
      state.generation += 1
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
    if !isWanted { session.stop() }
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
    let path = PathEvaluator.path(snapshot, requirements)
    let queue = state.withLock { state -> DispatchQueue? in
      guard state.generation == generation else { return nil }
      state.failure = failure
      let action = state.lifecycle.evaluated(path)
      if action.feedsIterations {
        // In the lock, so that all iterations see the same order. A stream only stores the path or makes a
        // task ready; it calls nothing of the user's.
        for continuation in state.iterations.values { continuation.yield(path) }
      }
      return action.schedulesTurn ? state.queue : nil
    }
    if let queue { scheduleTurn(on: queue) }
  }

  private func scheduleTurn(on queue: DispatchQueue) {
    queue.async { self.takeTurn() }
  }

  /// Calls the handler for what is pending. Only one turn is under way at a time, which is what keeps the
  /// order on a concurrent queue.
  private func takeTurn() {
    while true {
      let (action, handler) = state.withLock { state in
        (state.lifecycle.turnCame(hasHandler: state.handler != nil), state.handler)
      }
      guard case .call(let path) = action else { break }
      handler?(path)
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
}

extension PathMonitor: AsyncSequence {
  /// What the sequence gives.
  public typealias Element = NetworkPath
  /// The sequence never fails.
  public typealias Failure = Never

  /// Gives the paths of one iteration.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<NetworkPath>.Iterator

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next() async -> NetworkPath? {
      await next(isolation: #isolation)
    }

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> NetworkPath? {
      await base.next(isolation: actor)
    }
  }

  /// Begins an iteration, and starts the monitor if nothing did. Each iteration gets every path, the current
  /// one first; nothing is dropped for a slow one. A monitor that runs for iterations only stops with the
  /// last of them, and starts again with the next.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream<NetworkPath>.makeStream(bufferingPolicy: .unbounded)
    let (id, begin) = state.withLock { state -> (Int, (startsBackend: Bool, first: NetworkPath?)?) in
      let id = state.nextIteration
      state.nextIteration += 1
      let begin = state.lifecycle.iterationBegan()
      if let begin {
        state.iterations[id] = continuation
        if let first = begin.first { continuation.yield(first) }
      }
      return (id, begin)
    }
    guard let begin else {
      continuation.finish()
      return Iterator(base: stream.makeAsyncIterator())
    }
    continuation.onTermination = { _ in self.endIteration(id) }
    if begin.startsBackend { startBackend() }
    return Iterator(base: stream.makeAsyncIterator())
  }

  private func endIteration(_ id: Int) {
    let session = state.withLock { state -> (any PathMonitorBackendSession)? in
      guard state.iterations.removeValue(forKey: id) != nil, state.lifecycle.iterationEnded() else {
        return nil
      }
      defer { state.session = nil }
      return state.session
    }
    session?.stop()
  }
}
