/// One receiver's stay with a worker.
final class SourceSession<Source: SnapshotSource & ~Copyable>: PathMonitorBackendSession {
  let worker: SourceWorker<Source>
  private let id: Int

  init(_ worker: SourceWorker<Source>, _ id: Int) {
    self.worker = worker
    self.id = id
  }

  func watch(_ addresses: Set<NetworkEndpoint.Host>) {
    worker.watch(addresses, for: id)
  }

  /// Leaves; the last to leave ends the worker.
  func stop() {
    worker.remove(id)
  }
}
