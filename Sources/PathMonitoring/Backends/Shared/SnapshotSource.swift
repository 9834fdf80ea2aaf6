/// What one thread reads snapshots from, on behalf of any number of receivers. Stays on that thread.
protocol SnapshotSource: ~Copyable, SendableMetatype {
  /// What can be set from outside.
  associatedtype Settings: Sendable

  /// One line for `PathMonitor.backendDescription`.
  static func description(_ settings: Settings) -> String

  /// Begins to follow; what happens from here on is not missed. A source that cannot wait without the
  /// descriptor of `wakeUp` fails here if it cannot be had.
  init(_ settings: Settings, _ wakeUp: WakeUp) throws(SourceFailure)

  /// The snapshot, if something was in question and it differs from the last one; always one at first.
  mutating func change() throws(SourceFailure) -> NetworkSnapshot?

  /// These are the addresses from now on that receivers ask about.
  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>)

  /// Forgets what was told, so that it is told again.
  mutating func forgetLast()

  /// Takes what has happened so far, without waiting: the next `change` tells nothing older than this call.
  mutating func catchUp() throws(SourceFailure)

  /// Waits for something to happen, or for `wakeUp`, and takes it.
  mutating func wait(_ wakeUp: WakeUp) throws(SourceFailure)
}
