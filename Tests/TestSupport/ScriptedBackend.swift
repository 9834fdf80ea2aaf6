package import PathMonitoring

/// A backend that says what a test tells it to, on the test's own thread.
package final class ScriptedBackend: PathMonitorBackend {
  private struct State {
    var receivers: [Int: SnapshotReceiver] = [:]
    var starts = 0
    var stops = 0
    var last: NetworkSnapshot?
    var watched: Set<NetworkEndpoint.Host> = []
  }

  private let state: Lock<State>

  /// Makes a backend whose first snapshot is `first`; nil if it is to say nothing by itself.
  package init(_ first: NetworkSnapshot? = nil) {
    state = Lock(State(last: first))
  }

  package var name: String { "scripted" }

  /// How often it has been started.
  package var starts: Int { state.withLock { $0.starts } }

  /// How often it has been stopped.
  package var stops: Int { state.withLock { $0.stops } }

  /// The addresses that were asked about last.
  package var watched: Set<NetworkEndpoint.Host> { state.withLock { $0.watched } }

  package func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    let (id, first) = state.withLock { state in
      state.starts += 1
      state.receivers[state.starts] = receiver
      return (state.starts, state.last)
    }
    if let first { receiver.receive(first) }
    return Session(self, id)
  }

  /// Gives a snapshot to everybody.
  package func send(_ snapshot: NetworkSnapshot) {
    let receivers = state.withLock { state in
      state.last = snapshot
      return state.receivers
    }
    for receiver in receivers.values { receiver.receive(snapshot) }
  }

  /// Fails for everybody.
  package func fail(_ reason: String) {
    for receiver in state.withLock({ $0.receivers }).values { receiver.fail(reason) }
  }

  private final class Session: PathMonitorBackendSession {
    private let backend: ScriptedBackend
    private let id: Int

    init(_ backend: ScriptedBackend, _ id: Int) {
      self.backend = backend
      self.id = id
    }

    func watch(_ addresses: Set<NetworkEndpoint.Host>) {
      backend.state.withLock { $0.watched = addresses }
    }

    func stop() {
      backend.state.withLock { state in
        state.receivers[id] = nil
        state.stops += 1
      }
    }
  }
}
