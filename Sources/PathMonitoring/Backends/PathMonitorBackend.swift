/// A source of snapshots. One value serves any number of monitors.
///
/// What a backend promises: after `start` the receiver gets a first snapshot soon, also when nothing is
/// there; then one for every change, or for several that came at once, in order, one call at a time, on any
/// thread; and none once `PathMonitorBackendSession.stop()` has returned and a call in flight has ended.
/// `BackendConformance` of `PathMonitoringTesting` finds out whether a backend keeps that.
public protocol PathMonitorBackend: Sendable {
  /// What a user would call it, in one word, such as `netlink`.
  var name: String { get }

  /// Begins to give snapshots to `receiver`, on a thread of the backend's own, and returns at once. The
  /// first snapshot, if it is known, may come from within this call.
  ///
  /// A backend that cannot do its work says so with `SnapshotReceiver.fail(_:)`; it never throws or traps.
  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession
}

/// What one call of `PathMonitorBackend.start(_:)` runs until it is stopped.
public protocol PathMonitorBackendSession: AnyObject, Sendable {
  /// Ends the calls to the receiver and lets go of it. Called once, from any thread, maybe from within a call
  /// of the receiver, which it must not wait for.
  func stop()

  /// Names the addresses that the monitor asks about, none at first, in place of those named before: what is found
  /// out about them belongs into `NetworkSnapshot.destinations`. From any thread, also after `stop()`. A backend that
  /// does not tell leaves that nil, and need not have this method.
  func watch(_ addresses: Set<NetworkEndpoint.Host>)
}

extension PathMonitorBackendSession {
  /// Does nothing.
  public func watch(_ addresses: Set<NetworkEndpoint.Host>) {}
}
