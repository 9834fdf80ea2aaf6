import PathMonitoring

/// What is worth saying of a backend beside its paths: failures, and switches of its source, each once.
final class Announcements: Sendable {
  private struct State {
    var source: String?
    var failure: String?
  }

  private let state = Lock(State())

  /// What to say of an event; nil if it is nothing, or nothing new.
  func line(_ event: SnapshotReceiver.Event) -> String? {
    state.withLock { state in
      switch event {
      case .snapshot:
        state.failure = nil
        return nil
      case .failure(let reason):
        defer { state.failure = reason }
        return reason == state.failure ? nil : "\(reason); the path is unknown"
      case .source(let source, let reason):
        defer { state.source = source }
        if let reason { return source == state.source ? nil : "\(reason); falling back to \(source)" }
        // The first is what was asked for.
        return state.source == nil || source == state.source ? nil : "back to \(source)"
      }
    }
  }
}
