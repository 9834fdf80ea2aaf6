/// The life of a monitor: what was decided, what waits for the queue, who has seen what.
///
/// A value without a lock or a clock. Each method is named after an event and returns what is to be done
/// about it, after the lock is released.
struct MonitorLifecycle {
  /// Where the monitor stands.
  private enum Phase {
    case idle
    case running
    case cancelled
  }

  /// What to do about a start.
  struct StartAction: Equatable {
    /// The backend is to be started.
    var startsBackend = false
    /// The queue is to be asked for a turn.
    var schedulesTurn = false
  }

  /// What to do about a new path.
  struct PathAction: Equatable {
    /// The queue is to be asked for a turn.
    var schedulesTurn = false
    /// The iterations are to be given the path.
    var feedsIterations = false
  }

  /// What to do in a turn of the queue.
  enum TurnAction: Equatable {
    /// The handler is to be called with this path, and then another turn taken.
    case call(NetworkPath)
    /// Nothing is left.
    case end
  }

  private var phase = Phase.idle
  private var hasQueue = false
  private var iterations = 0
  /// The path decided last; what follows must differ.
  private var decided: NetworkPath?
  /// Decided, and not delivered on the queue yet.
  private var pending = PathBacklog()
  /// A turn has been asked for and has not ended.
  private var hasTurn = false
  /// The path in `current` came when there was no handler.
  private var currentIsUnseen = false

  /// The path delivered last. What somebody puts here instead stays until the next one.
  var current = NetworkPath.notDetermined

  /// Whether the monitor is over for good.
  var isCancelled: Bool { phase == .cancelled }

  /// Whether the backend is wanted.
  var isRunning: Bool { phase == .running }

  /// Whether a turn of the queue is awaited or under way.
  var isDelivering: Bool { hasTurn }

  /// `start(queue:)` was called; false is returned for all but the first.
  mutating func started() -> StartAction? {
    guard phase != .cancelled, !hasQueue else { return nil }
    hasQueue = true
    var action = StartAction(startsBackend: phase == .idle)
    phase = .running
    // Iterations may have started the monitor before: the queue's first path is what they have by now.
    if let decided { pending.append(decided) }
    action.schedulesTurn = takeTurn()
    return action
  }

  /// The backend's snapshot gave this path.
  mutating func evaluated(_ path: NetworkPath) -> PathAction {
    guard phase == .running, path != decided else { return PathAction() }
    decided = path
    var action = PathAction(feedsIterations: iterations > 0)
    if hasQueue {
      pending.append(path)
      action.schedulesTurn = takeTurn()
    } else {
      // Without a queue a path is delivered as soon as the iterations have it.
      current = path
    }
    return action
  }

  /// The queue has time. Without a handler paths pass unseen, and `handlerAssigned` makes up for it.
  mutating func turnCame(hasHandler: Bool) -> TurnAction {
    while phase == .running, let path = pending.next() {
      current = path
      currentIsUnseen = !hasHandler
      if hasHandler { return .call(current) }
    }
    hasTurn = false
    return .end
  }

  /// A handler was assigned: whether the queue is to be asked for a turn, since the current path has not
  /// been seen by any.
  mutating func handlerAssigned() -> Bool {
    guard phase == .running, hasQueue, currentIsUnseen else { return false }
    currentIsUnseen = false
    pending.putBack(current)
    return takeTurn()
  }

  /// An iteration began: whether the backend is to be started, and the path that the iteration begins with.
  /// Nil after cancel: it is over at once.
  mutating func iterationBegan() -> (startsBackend: Bool, first: NetworkPath?)? {
    guard phase != .cancelled else { return nil }
    iterations += 1
    defer { phase = .running }
    return (phase == .idle, decided)
  }

  /// An iteration ended: whether the backend is to be stopped, since it ran for iterations only. Another
  /// iteration starts it again.
  mutating func iterationEnded() -> Bool {
    iterations -= 1
    guard phase == .running, !hasQueue, iterations == 0 else { return false }
    phase = .idle
    decided = nil
    return true
  }

  /// `cancel()` was called: whether it is the first time of a monitor that runs, so that the backend is to
  /// be stopped.
  mutating func cancelled() -> Bool {
    defer { phase = .cancelled }
    pending.removeAll()
    return phase == .running
  }

  private mutating func takeTurn() -> Bool {
    guard !pending.isEmpty, !hasTurn else { return false }
    hasTurn = true
    return true
  }
}
