/// A session that begins on a thread of a clock's, since what it begins with takes time.
final class DeferredSession: PathMonitorBackendSession {
  private struct State {
    var session: (any PathMonitorBackendSession)?
    var isOver = false
  }

  private let state = Lock(State())

  /// Begins soon with what `begin` returns, unless it is stopped before.
  init(_ clock: any PathMonitorClock, _ begin: @escaping @Sendable () -> any PathMonitorBackendSession) {
    _ = clock.schedule(at: clock.now) { [weak self] in
      // Whoever dropped the session without a word does not want it either.
      guard let self, !self.state.withLock({ $0.isOver }) else { return }
      let session = begin()
      let isOver = self.state.withLock { state in
        if !state.isOver { state.session = session }
        return state.isOver
      }
      if isOver { session.stop() }
    }
  }

  func stop() {
    let session = state.withLock { state in
      state.isOver = true
      return state.session.take()
    }
    session?.stop()
  }
}
