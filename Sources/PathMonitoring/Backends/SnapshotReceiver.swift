/// Where a backend gives its snapshots to. May be called from any thread, one call at a time.
public struct SnapshotReceiver: Sendable {
  /// What a backend has to say.
  package enum Event: Sendable, Hashable {
    case snapshot(NetworkSnapshot)
    case failure(String)
    /// Where snapshots come from, and why not from where they should.
    case source(String, because: String?)
  }

  /// Takes a closure that is to be called once all that was received has been delivered.
  package typealias DeliveryNotifier = @Sendable (_ delivered: @escaping @Sendable () -> Void) -> Void

  private let body: @Sendable (Event) -> Void
  private let notifier: DeliveryNotifier

  /// Makes a receiver.
  ///
  /// - Parameters:
  ///   - body: what takes an event.
  ///   - notifier: what waits for deliveries; one that never has any to wait for if it is left out.
  package init(_ body: @escaping @Sendable (Event) -> Void, whenDelivered notifier: DeliveryNotifier? = nil) {
    self.body = body
    self.notifier = notifier ?? { $0() }
  }

  package func take(_ event: Event) { body(event) }

  /// Calls `delivered`, on any thread, maybe from within this call, when the monitor has handed on all that it
  /// was given so far: the handler has returned from it, iterations hold it.
  package func whenDelivered(_ delivered: @escaping @Sendable () -> Void) { notifier(delivered) }

  /// Takes the network as it is now. One that equals the last is allowed and changes nothing.
  public func receive(_ snapshot: NetworkSnapshot) {
    body(.snapshot(snapshot))
  }

  /// Takes the reason why the backend cannot tell: what failed, on what, and what to do. The path is
  /// unknown from here on, until a snapshot comes.
  public func fail(_ reason: String) {
    body(.failure(reason))
  }

  /// Takes one line that says where the snapshots come from, from here on: it shows in
  /// `PathMonitor.backendDescription`, which is the backend's name until then.
  ///
  /// - Parameters:
  ///   - source: what gives the snapshots, such as `sysfs, every 1s`.
  ///   - reason: why it is not the one that is preferred, if it is not.
  public func describeSource(_ source: String, because reason: String? = nil) {
    body(.source(source, because: reason))
  }
}
