package import PathMonitoring

/// A resolver that answers when a test says so.
package final class ScriptedResolver: HostResolver {
  private struct State {
    var asked: [String] = []
    var waiting: [@Sendable ([NetworkEndpoint.Host]) -> Void] = []
  }

  private let state = Lock(State())

  package init() {}

  /// The names that were asked for so far.
  package var asked: [String] { state.withLock { $0.asked } }

  package func resolve(_ name: String, _ found: @escaping @Sendable ([NetworkEndpoint.Host]) -> Void) {
    state.withLock { state in
      state.asked.append(name)
      state.waiting.append(found)
    }
  }

  /// Answers the oldest question; false if there is none.
  @discardableResult
  package func answer(_ addresses: NetworkEndpoint.Host...) -> Bool {
    let found = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    found?(addresses)
    return found != nil
  }
}
