/// Lets any number of receivers share one worker, which is there while a receiver is.
final class SourceHub<Source: SnapshotSource & ~Copyable>: Sendable {
  private let settings: Source.Settings
  private let worker = Lock<SourceWorker<Source>?>(nil)

  init(_ settings: Source.Settings) {
    self.settings = settings
  }

  /// Begins to give snapshots to `receiver`.
  func add(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    receiver.describeSource(Source.description(settings))
    let (session, isNew) = worker.withLock { worker -> (SourceSession<Source>, Bool) in
      if let running = worker, let id = running.add(receiver) {
        return (SourceSession(running, id), false)
      }
      // The last worker has lost its last receiver, or its descriptors to somebody who closed them all, or it
      // was refused its thread.
      let fresh = SourceWorker<Source>(settings, first: receiver)
      worker = fresh
      return (SourceSession(fresh, SourceWorker<Source>.firstID), true)
    }
    // Its thread may fail to start, which it tells the receiver, in no lock of ours.
    if isNew { session.worker.run() }
    return session
  }
}
