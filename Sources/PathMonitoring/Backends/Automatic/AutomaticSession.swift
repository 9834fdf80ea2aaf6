/// One receiver's stay with several backends, of which the first that can speaks.
final class AutomaticSession: PathMonitorBackendSession {
  private struct State {
    var fallback: Fallback
    /// Decided, and not done yet; the oldest first.
    var actions: [Fallback.Action] = []
    /// A thread is at it, so that others leave theirs to it: one call at a time, in order.
    var isActing = false
    var sessions: [Int: any PathMonitorBackendSession] = [:]
    var watched: Set<NetworkEndpoint.Host> = []
    /// Nil once nobody wants to know any more.
    var receiver: SnapshotReceiver?
  }

  private let backends: [any PathMonitorBackend]
  private let state: Lock<State>

  /// Starts the first of `backends`.
  init(_ backends: [any PathMonitorBackend], _ receiver: SnapshotReceiver) {
    self.backends = backends
    state = Lock(State(fallback: Fallback(backends.map(\.name)), receiver: receiver))
    act { $0.started() }
  }

  func watch(_ addresses: Set<NetworkEndpoint.Host>) {
    let sessions = state.withLock { state in
      state.watched = addresses
      return state.sessions.values
    }
    for session in sessions { tell(session) }
  }

  /// Names the addresses to a session. Another thread may do so at the same time with others: who is done looks
  /// again, so that the newest are named last.
  private func tell(_ session: any PathMonitorBackendSession) {
    var named: Set<NetworkEndpoint.Host> = []
    while true {
      let watched = state.withLock { $0.watched }
      if watched == named { return }
      session.watch(watched)
      named = watched
    }
  }

  func stop() {
    let receiver = state.withLock { $0.receiver.take() }
    act { $0.stopped() }
    withExtendedLifetime(receiver) {}
  }

  /// Decides what follows from an event, and does it unless another thread is at it.
  private func act(_ decide: (inout Fallback) -> [Fallback.Action]) {
    let isMine = state.withLock { state in
      state.actions += decide(&state.fallback)
      defer { state.isActing = true }
      return !state.isActing
    }
    guard isMine else { return }
    while let action = next() { perform(action) }
  }

  private func next() -> Fallback.Action? {
    state.withLock { state in
      if state.actions.isEmpty {
        state.isActing = false
        return nil
      }
      return state.actions.removeFirst()
    }
  }

  private func perform(_ action: Fallback.Action) {
    switch action {
    case .start(let place, let run):
      let receiver = SnapshotReceiver { event in
        self.act { $0.heard(event, run: run) }
      } whenDelivered: { delivered in
        guard let receiver = self.state.withLock({ $0.receiver }) else { return delivered() }
        receiver.whenDelivered(delivered)
      }
      let session = backends[place].start(receiver)
      state.withLock { $0.sessions[run] = session }
      tell(session)
    case .stop(let run):
      state.withLock { $0.sessions.removeValue(forKey: run) }?.stop()
    case .give(let event):
      state.withLock { $0.receiver }?.take(event)
    }
  }
}
