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
        let isNews = state.failure != nil || source != state.source
        // What was asked for and can speak at once is no news.
        let isFirst = state.failure == nil && state.source == nil
        state.source = source
        state.failure = nil
        guard isNews else { return nil }
        if let reason { return "\(reason); falling back to \(source)" }
        return isFirst ? nil : "back to \(source)"
      }
    }
  }
}
