import PathMonitoring
import Synchronization

/// A backend as a user may write it: what the program itself knows is the network.
final class Switchboard: PathMonitorBackend {
  private struct State {
    var snapshot = NetworkSnapshot()
    var receivers: [ObjectIdentifier: SnapshotReceiver] = [:]
  }

  private let state = Mutex(State())

  var name: String { "switchboard" }

  /// How many monitors run.
  var runningCount: Int { state.withLock { $0.receivers.count } }

  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    let session = Session(self)
    let snapshot = state.withLock { state in
      state.receivers[ObjectIdentifier(session)] = receiver
      return state.snapshot
    }
    receiver.receive(snapshot)
    return session
  }

  func connect(_ isConnected: Bool) {
    let link = NetworkLink(NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet))
    let online = NetworkSnapshot(links: [link], egresses: [NetworkEgress(.ipv4, linkIndex: 2)])
    let (snapshot, receivers) = state.withLock { state in
      state.snapshot = isConnected ? online : NetworkSnapshot()
      return (state.snapshot, state.receivers)
    }
    for receiver in receivers.values { receiver.receive(snapshot) }
  }

  private final class Session: PathMonitorBackendSession {
    private let board: Switchboard
    init(_ board: Switchboard) { self.board = board }
    func stop() { board.state.withLock { $0.receivers[ObjectIdentifier(self)] = nil } }
  }
}
