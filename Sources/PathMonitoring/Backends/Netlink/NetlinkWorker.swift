internal import Netlink

/// The one thread that listens to the kernel, and its receivers.
///
/// It lives until its last receiver leaves; another one begins with a new worker.
final class NetlinkWorker: Sendable {
  private struct State {
    var receivers: [Int: SnapshotReceiver]
    /// Those that have not been told anything yet.
    var newcomers: [Int]
    var nextID = NetlinkWorker.firstID + 1
    /// The last receiver has left, or the thread could not begin.
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

  private let settings: NetlinkListener.Settings
  private let state: Lock<State>

  /// Makes a worker; `run` sets it to work.
  init(_ settings: NetlinkListener.Settings, first: SnapshotReceiver) {
    self.settings = settings
    state = Lock(State(receivers: [Self.firstID: first], newcomers: [Self.firstID]))
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
      let receivers = state.withLock { state in
        state.isOver = true
        state.wakeUp = nil
        return state.receivers
      }
      let reason = "\(error); close descriptors or end threads, or raise their limits"
      for receiver in receivers.values { receiver.fail(reason) }
    }
  }

  // MARK: On the thread

  private var isOver: Bool { state.withLock { $0.isOver } }

  private func work(_ wakeUp: borrowing WakeUp) {
    var attempts = Attempts()
    // Cancelled before it began: many of these must not pile up sockets and dumps.
    while !isOver {
      do {
        var listener = try NetlinkListener(settings)
        try listen(&listener, wakeUp, &attempts)
      } catch {
        // What the socket cannot do for us now it may do later: descriptors may be freed.
        tellAll(.failure("\(error)"))
        pause(attempts.next(), wakeUp, telling: .failure("\(error)"))
      }
    }
  }

  private func listen(
    _ listener: inout NetlinkListener, _ wakeUp: borrowing WakeUp, _ attempts: inout Attempts
  ) throws(SystemError) {
    var last: SnapshotReceiver.Event?
    while !isOver {
      do {
        if let snapshot = try listener.change() {
          last = .snapshot(snapshot)
          tellAll(.snapshot(snapshot))
        }
        attempts = Attempts()
      } catch {
        // Most of it passes by itself. What does not is said, and tried again now and then.
        if case .system(let error) = error { throw error }
        if attempts.count == Attempts.silent {
          last = .failure("\(error)")
          listener.forgetLast()
          tellAll(.failure("\(error)"))
        }
        pause(attempts.next(), wakeUp, telling: last)
        continue
      }
      if let last { greetNewcomers(last) }
      try listener.wait(wakeUp)
    }
  }

  /// Waits for `time`, and tells newcomers meanwhile what the others know.
  private func pause(_ time: Duration, _ wakeUp: borrowing WakeUp, telling event: SnapshotReceiver.Event?) {
    let end = ContinuousClock.now + time
    while !isOver, ContinuousClock.now < end {
      if let event { greetNewcomers(event) }
      guard (try? Readiness.wait([wakeUp.number], until: end)) != nil else { return }
      wakeUp.clear()
    }
  }

  private func tellAll(_ event: SnapshotReceiver.Event) {
    let receivers = state.withLock { state in
      state.newcomers = []
      return state.receivers
    }
    for receiver in receivers.values { receiver.take(event) }
  }

  private func greetNewcomers(_ event: SnapshotReceiver.Event) {
    let newcomers = state.withLock { state -> [SnapshotReceiver] in
      defer { state.newcomers = [] }
      return state.newcomers.compactMap { state.receivers[$0] }
    }
    for receiver in newcomers { receiver.take(event) }
  }
}
