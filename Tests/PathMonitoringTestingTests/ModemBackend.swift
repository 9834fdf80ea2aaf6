import Foundation
import PathMonitoring

/// A modem that the program itself dials.
///
/// Unchecked: the lock guards all that changes.
final class ModemBackend: PathMonitorBackend, @unchecked Sendable {
  private let lock = NSLock()
  private var snapshot = NetworkSnapshot()
  private var receivers: [UUID: SnapshotReceiver] = [:]
  /// Receivers are called here and nowhere else.
  private let queue = DispatchQueue(label: "modem")

  let name = "modem"

  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    let session = Session(self)
    lock.withLock { receivers[session.id] = receiver }
    queue.async { self.tell(session.id) }
    return session
  }

  /// To be called when the modem has dialled, or (nil) hung up.
  func modemChanged(router: NetworkEndpoint.Host?) {
    let link = NetworkLink(NetworkInterface(name: "ppp0", index: 4, type: .cellular))
    let online = router.map { NetworkEgress(.ipv4, linkIndex: 4, gateways: [$0]) }
    lock.withLock {
      snapshot = NetworkSnapshot(links: [link], egresses: online.map { [$0] } ?? [], hasNameserver: true)
    }
    queue.async { for id in self.lock.withLock({ self.receivers.keys }) { self.tell(id) } }
  }

  private func tell(_ id: UUID) {
    // Looked up before each call: it may have been stopped. Called without the lock: it may stop.
    let (receiver, snapshot) = lock.withLock { (receivers[id], self.snapshot) }
    receiver?.receive(snapshot)
  }

  private final class Session: PathMonitorBackendSession {
    let id = UUID()
    private let backend: ModemBackend
    init(_ backend: ModemBackend) { self.backend = backend }
    func stop() { _ = backend.lock.withLock { backend.receivers.removeValue(forKey: id) } }
  }
}
