/// Lets any number of receivers share one worker, which is there while a receiver is.
final class NetlinkHub: Sendable {
  /// That of all monitors that were not given another.
  static let shared = NetlinkHub(NetlinkListener.Settings())

  private let settings: NetlinkListener.Settings
  private let worker = Lock<NetlinkWorker?>(nil)

  init(_ settings: NetlinkListener.Settings) {
    self.settings = settings
  }

  /// Begins to give snapshots to `receiver`.
  func add(_ receiver: SnapshotReceiver) -> NetlinkSession {
    let (session, isNew) = worker.withLock { worker -> (NetlinkSession, Bool) in
      if let running = worker, let id = running.add(receiver) {
        return (NetlinkSession(self, running, id), false)
      }
      // The last worker has lost its last receiver, or its thread could not go on.
      let fresh = NetlinkWorker(settings, first: receiver)
      worker = fresh
      return (NetlinkSession(self, fresh, NetlinkWorker.firstID), true)
    }
    // Its thread may fail to start, which it tells the receiver, in no lock of ours.
    if isNew { session.worker.run() }
    return session
  }
}

/// One receiver's stay with a worker.
final class NetlinkSession: PathMonitorBackendSession {
  fileprivate let worker: NetlinkWorker
  private let hub: NetlinkHub
  private let id: Int

  fileprivate init(_ hub: NetlinkHub, _ worker: NetlinkWorker, _ id: Int) {
    self.hub = hub
    self.worker = worker
    self.id = id
  }

  /// Leaves; the last to leave ends the worker.
  func stop() {
    worker.remove(id)
  }
}
