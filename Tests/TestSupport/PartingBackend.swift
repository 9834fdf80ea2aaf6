package import PathMonitoring

/// A backend that has one more word when it is stopped.
package struct PartingBackend: PathMonitorBackend {
  package init() {}

  package var name: String { "parting" }

  package func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    receiver.receive(.online("a"))
    return Session(receiver: receiver)
  }

  private final class Session: PathMonitorBackendSession {
    private let receiver: SnapshotReceiver

    init(receiver: SnapshotReceiver) { self.receiver = receiver }

    func stop() { receiver.receive(.online("a")) }
  }
}
