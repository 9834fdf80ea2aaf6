internal import Netlink
internal import Synchronization

/// The one thread that listens to the kernel, decides, and gives snapshots to all receivers.
///
/// It lives until its last receiver leaves; another one begins with a new worker.
final class NetlinkWorker: Sendable {
  /// What can be set from outside.
  struct Settings: Sendable {
    var files = ResolverWatch.Files()
    /// Bytes of the socket's buffer for events. An overrun costs no more than another look at everything.
    var receiveBuffer: Int32 = 1 << 20
    /// Datagrams taken at a time before their consequences are looked at, so that a storm cannot starve them.
    var largestDrain = 512
  }

  private struct State {
    var receivers: [Int: SnapshotReceiver]
    /// Those that have not had a snapshot yet.
    var newcomers: [Int]
    var nextID = NetlinkWorker.firstID + 1
    /// The last receiver has left, or the thread is gone.
    var isOver = false
    /// There from the thread's start on, until the worker is over: the hub keeps the worker, not its descriptor.
    var wakeUp: WakeUpBox?
  }

  /// A `~Copyable` wake-up behind a reference, for the lock's state.
  private final class WakeUpBox: Sendable {
    let wakeUp: WakeUp
    init(_ wakeUp: consuming WakeUp) { self.wakeUp = wakeUp }
  }

  /// The number of the receiver that a worker begins with.
  static let firstID = 0

  private let settings: Settings
  private let state: Mutex<State>

  /// Makes a worker; `run` sets it to work.
  init(_ settings: Settings, first: SnapshotReceiver) {
    self.settings = settings
    state = Mutex(State(receivers: [Self.firstID: first], newcomers: [Self.firstID]))
  }

  /// Takes another receiver; nil if the worker is over.
  func add(_ receiver: SnapshotReceiver) -> Int? {
    let (id, wakeUp) = state.withLock { state -> (Int?, WakeUpBox?) in
      guard !state.isOver else { return (nil, nil) }
      let id = state.nextID
      state.nextID += 1
      state.receivers[id] = receiver
      state.newcomers.append(id)
      return (id, state.wakeUp)
    }
    wakeUp?.wakeUp.signal()
    return id
  }

  /// Lets a receiver go.
  func remove(_ id: Int) {
    let (receiver, wakeUp) = state.withLock { state -> (SnapshotReceiver?, WakeUpBox?) in
      let receiver = state.receivers.removeValue(forKey: id)
      guard state.receivers.isEmpty, !state.isOver else { return (receiver, nil) }
      state.isOver = true
      return (receiver, state.wakeUp.take())
    }
    wakeUp?.wakeUp.signal()
    // Released here, in no lock: it may hold the last reference to a monitor.
    withExtendedLifetime(receiver) {}
  }

  /// Starts the thread. If that is refused, the receivers are told.
  func run() {
    do {
      let box = WakeUpBox(try WakeUp())
      state.withLock { $0.wakeUp = box }
      try SystemThread.start("pathmonitor") { self.work(box.wakeUp) }
    } catch {
      fail("\(error); free descriptors or threads, or raise their limits")
    }
  }

  // MARK: On the thread

  private func work(_ wakeUp: borrowing WakeUp) {
    // Cancelled before it began: many of these must not pile up sockets and dumps.
    if state.withLock({ $0.isOver }) { return }
    do {
      let socket = try Self.eventSocket(settings)
      let sysfs = Sysfs()
      var engine = NetlinkEngine(try NetlinkRequester()) { sysfs.facts(name: $0, index: $1) }
      var resolver = ResolverWatch(settings.files)
      engine.hasNameserver = resolver.hasNameserver
      var buffer = [UInt8](repeating: 0, count: NetlinkRequester.bufferSize)
      var last: NetworkSnapshot?
      var isLosing = false
      while !state.withLock({ $0.isOver }) {
        if engine.isDisturbed || last == nil {
          do {
            let snapshot = try engine.snapshot(now: .now)
            if snapshot != last { tellAll(snapshot) }
            last = snapshot
          } catch {
            last = nil
            try recover(error, wakeUp)
            continue
          }
        }
        if let last { greetNewcomers(last) }
        let ready = try Readiness.wait(
          [socket.descriptor, resolver.number, wakeUp.number], until: engine.deadline)
        if ready[2] { wakeUp.clear() }
        if ready[1], resolver.update() {
          engine.hasNameserver = resolver.hasNameserver
          engine.resolverChanged()
        }
        if ready[0] { try drain(socket, &buffer, &engine, &isLosing) }
        engine.timeCame(.now)
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func eventSocket(_ settings: Settings) throws(SystemError) -> NetlinkSocket {
    let socket = try NetlinkSocket()
    socket.setReceiveBuffer(settings.receiveBuffer)
    for group in NetlinkGroup.allCases {
      do {
        try socket.join(group)
      } catch {
        // A kernel without IPv6, rules or next hop objects does not change them either.
        if [.link, .ipv4Address, .ipv4Route].contains(group) { throw error }
      }
    }
    return socket
  }

  /// Takes what is queued. `isLosing` while an overrun was told and the queue has not been seen empty since:
  /// until it is, the kernel drops further messages without telling again (NETLINK_S_CONGESTED in
  /// net/netlink/af_netlink.c).
  private func drain(
    _ socket: borrowing NetlinkSocket, _ buffer: inout [UInt8],
    _ engine: inout NetlinkEngine<NetlinkRequester>, _ isLosing: inout Bool
  ) throws(SystemError) {
    for _ in 0..<settings.largestDrain {
      switch try socket.receive(into: &buffer) {
      case .wouldBlock:
        if isLosing { engine.messagesWereLost() }
        isLosing = false
        return
      // What a program of the administrator's sends in the kernel's name tells nothing.
      case .foreign: continue
      // The kernel goes on; what it could not queue is lost, so everything is looked at anew.
      case .overrun:
        engine.messagesWereLost()
        isLosing = true
      case .truncated: engine.messagesWereLost()
      case .datagram(let count):
        var cursor = MessageCursor()
        let bytes = buffer.span.extracting(0..<count)
        do {
          while let message = try cursor.next(in: bytes) {
            engine.take(try RouteNetlinkMessage(message, in: bytes))
          }
        } catch {
          // A message that cannot be read may have told anything.
          engine.messagesWereLost()
        }
      }
    }
  }

  /// After a failed exchange with the kernel: tries again at once what passes by itself, and after a while
  /// what may.
  private func recover(_ error: NetlinkError, _ wakeUp: borrowing WakeUp) throws {
    switch error {
    case .interrupted, .overrun, .refused, .timedOut, .malformed, .truncated:
      _ = try Readiness.wait([wakeUp.number], until: .now + .milliseconds(50))
      wakeUp.clear()
    case .system: throw error
    }
  }

  private func tellAll(_ snapshot: NetworkSnapshot) {
    let receivers = state.withLock { state in
      state.newcomers = []
      return state.receivers
    }
    for (_, receiver) in receivers { receiver.receive(snapshot) }
  }

  private func greetNewcomers(_ snapshot: NetworkSnapshot) {
    let newcomers = state.withLock { state -> [SnapshotReceiver] in
      defer { state.newcomers = [] }
      return state.newcomers.compactMap { state.receivers[$0] }
    }
    for receiver in newcomers { receiver.receive(snapshot) }
  }

  private func fail(_ reason: String) {
    let receivers = state.withLock { state in
      state.isOver = true
      state.wakeUp = nil
      return state.receivers
    }
    for receiver in receivers.values { receiver.fail(reason) }
  }
}
