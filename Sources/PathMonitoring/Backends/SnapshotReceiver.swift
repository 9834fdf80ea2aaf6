/// Where a backend gives its snapshots to. May be called from any thread, one call at a time.
public struct SnapshotReceiver: Sendable {
  /// What a backend has to say.
  package enum Event: Sendable {
    case snapshot(NetworkSnapshot)
    case failure(String)
  }

  private let body: @Sendable (Event) -> Void

  package init(_ body: @escaping @Sendable (Event) -> Void) {
    self.body = body
  }

  package func take(_ event: Event) { body(event) }

  /// Takes the network as it is now. One that equals the last is allowed and changes nothing.
  public func receive(_ snapshot: NetworkSnapshot) {
    body(.snapshot(snapshot))
  }

  /// Takes the reason why the backend cannot tell: what failed, on what, and what to do. The path is
  /// unknown from here on, until a snapshot comes.
  public func fail(_ reason: String) {
    body(.failure(reason))
  }
}
