/// The one thread that follows a source, and its receivers.
///
/// It lives until it has noticed that its last receiver has left. One that comes before stays with it, so that
/// receivers which come and go quickly do not pile up threads; one that comes later begins with a new worker.
final class SourceWorker<Source: SnapshotSource & ~Copyable>: Sendable {
  private struct State {
    var receivers: [Int: SnapshotReceiver]
    /// Those that have not been told anything yet, and came after the source looked at what has happened last.
    var newcomers: [Int]
    /// Those that have not been told anything yet, for whom what the source tells next is new enough.
    var expectant: [Int] = []
    /// What receivers ask about, but for those that ask about everything only.
    var watched: [Int: Set<NetworkEndpoint.Host>] = [:]
    /// Somebody asks about something else than the source knows.
    var hasNewQuestions = false
    var nextID = SourceWorker.firstID + 1
    /// The thread was refused; it is tried again later.
    var isRefused = false
    /// The thread has noticed that the last receiver has left.
    var isOver = false
  }

  /// The number of the receiver that a worker begins with.
  static var firstID: Int { 0 }

  private let settings: Source.Settings
  private let state: Lock<State>
  private let wakeUp = WakeUp()

  /// Makes a worker; `run` sets it to work.
  init(_ settings: Source.Settings, first: SnapshotReceiver) {
    self.settings = settings
    state = Lock(State(receivers: [Self.firstID: first], newcomers: [Self.firstID]))
  }

  /// Takes another receiver; nil if the worker is over, or nobody is there to greet it soon: a new one
  /// tries at once, and says what it meets.
  func add(_ receiver: SnapshotReceiver) -> Int? {
    guard wakeUp.canWake else { return nil }
    let id = state.withLock { state -> Int? in
      guard !state.isOver, !state.isRefused else { return nil }
      let id = state.nextID
      state.nextID += 1
      state.receivers[id] = receiver
      state.newcomers.append(id)
      return id
    }
    wakeUp.signal()
    return id
  }

  /// Takes the addresses that a receiver asks about.
  func watch(_ addresses: Set<NetworkEndpoint.Host>, for id: Int) {
    let isNew = state.withLock { state in
      guard state.receivers[id] != nil, state.watched[id, default: []] != addresses else { return false }
      state.watched[id] = addresses.isEmpty ? nil : addresses
      state.hasNewQuestions = true
      return true
    }
    if isNew { wakeUp.signal() }
  }

  /// Lets a receiver go.
  func remove(_ id: Int) {
    let (receiver, isLast) = state.withLock { state -> (SnapshotReceiver?, Bool) in
      if state.watched.removeValue(forKey: id) != nil { state.hasNewQuestions = true }
      return (state.receivers.removeValue(forKey: id), state.receivers.isEmpty)
    }
    if isLast { wakeUp.signal() }
    // Released here, in no lock: it may hold the last reference to a monitor.
    withExtendedLifetime(receiver) {}
  }

  /// Starts the thread. If that is refused, the receivers are told, and it is tried again now and then.
  func run() {
    run(Attempts())
  }

  private func run(_ attempts: Attempts) {
    guard !end() else { return }
    do {
      try SystemThread.start("pathmonitor") { self.work() }
      state.withLock { $0.isRefused = false }
    } catch {
      state.withLock { $0.isRefused = true }
      tellAll(.failure("\(error); end threads that are not needed, or raise the limit (ulimit -u)"))
      var attempts = attempts
      let clock = SystemClock()
      // Without a thread of our own nobody but Dispatch can keep the time.
      _ = clock.schedule(at: clock.now + attempts.next()) { [attempts] in self.run(attempts) }
    }
  }

  // MARK: On the thread

  /// What receivers ask about; nil if it is what the source knows.
  private func takeQuestions(_ sourceIsNew: Bool) -> Set<NetworkEndpoint.Host>? {
    state.withLock { state in
      guard state.hasNewQuestions || sourceIsNew else { return nil }
      state.hasNewQuestions = false
      return state.watched.values.reduce(into: []) { $0.formUnion($1) }
    }
  }

  /// Whether nobody is there to work for.
  private var isIdle: Bool { state.withLock { $0.receivers.isEmpty } }

  /// Ends the worker if nobody is there to work for; whether it is over.
  private func end() -> Bool {
    state.withLock { state in
      state.isOver = state.isOver || state.receivers.isEmpty
      return state.isOver
    }
  }

  private func work() {
    var attempts = Attempts()
    // Cancelled before it began: many of these must not pile up sockets and dumps.
    while !end() {
      do {
        // For who is there already, what a source reads when it is made is new enough.
        expectNewcomers()
        var source = try Source(settings, wakeUp)
        try follow(&source, &attempts)
      } catch {
        // What the source cannot do for us now it may do later: descriptors may be freed.
        wakeUp.close()
        tellAll(.failure("\(error)"))
        pause(attempts.next(), telling: .failure("\(error)"))
      }
    }
    wakeUp.close()
  }

  private func follow(_ source: inout Source, _ attempts: inout Attempts) throws(SourceFailure) {
    var last: SnapshotReceiver.Event?
    var isNew = true
    while !isIdle {
      if let addresses = takeQuestions(isNew) { source.watch(addresses) }
      do {
        // What a newcomer is told first must be no older than itself.
        if expectNewcomers() { try source.catchUp() }
        isNew = false
        if let snapshot = try source.change() {
          last = .snapshot(snapshot)
          tell(.snapshot(snapshot))
        }
      } catch {
        // Most of it passes by itself. What does not is said, and tried again now and then.
        guard case .passing(let reason) = error else { throw error }
        // That it fails is known by then, also if it was opened anew since.
        if attempts.count >= Attempts.silent { last = .failure(reason) }
        if attempts.count == Attempts.silent {
          source.forgetLast()
          tellAll(.failure(reason))
        }
        pause(attempts.next(), telling: last)
        continue
      }
      if let last { greet(last) }
      try source.wait(wakeUp)
      // Now it has been seen to work: one that breaks each time it is opened is not opened in a busy loop.
      attempts = Attempts()
    }
  }

  /// Waits for `time`, and tells newcomers meanwhile of the failure that the others know of. A snapshot may be older
  /// than they are.
  private func pause(_ time: Duration, telling event: SnapshotReceiver.Event?) {
    let end = ContinuousClock.now + time
    while !isIdle {
      if case .failure = event, let event {
        expectNewcomers()
        greet(event)
      }
      let left = end - .now
      guard left > .zero else { return }
      wakeUp.pause(left)
    }
  }

  /// Tells all, those included that came this moment: a failure is never too old.
  private func tellAll(_ event: SnapshotReceiver.Event) {
    expectNewcomers()
    tell(event)
  }

  /// Tells all but those for whom it may be too old.
  private func tell(_ event: SnapshotReceiver.Event) {
    let receivers = state.withLock { state in
      state.expectant = []
      guard !state.newcomers.isEmpty else { return state.receivers }
      return state.receivers.filter { !state.newcomers.contains($0.key) }
    }
    for receiver in receivers.values { receiver.take(event) }
  }

  /// Whether somebody has come; what is told from here on is new enough for them.
  @discardableResult
  private func expectNewcomers() -> Bool {
    state.withLock { state in
      guard !state.newcomers.isEmpty else { return false }
      state.expectant += state.newcomers
      state.newcomers = []
      return true
    }
  }

  /// Tells those that wait for their first event.
  private func greet(_ event: SnapshotReceiver.Event) {
    let receivers = state.withLock { state -> [SnapshotReceiver] in
      defer { state.expectant = [] }
      return state.expectant.compactMap { state.receivers[$0] }
    }
    for receiver in receivers { receiver.take(event) }
  }
}
