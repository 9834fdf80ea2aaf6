internal import Dispatch
internal import PathMonitoring

/// One backend while one promise is tried.
final class ConformanceTrial: Sendable {
  /// Why a trial ended early.
  enum Ending: Error {
    /// The promise is broken: what was seen.
    case broken(String)
    /// It cannot be tried: why.
    case notTried(String)
  }

  let subject: BackendUnderTest
  private let patience: Int
  private let stays = Lock<[ConformanceStay]>([])
  private let changer = DispatchQueue(label: "conformance.changes")

  init(_ subject: BackendUnderTest, _ patience: Duration) {
    self.subject = subject
    let (seconds, attoseconds) = max(patience, .zero).components
    // A year at the most: beyond some length a deadline of Dispatch's would overflow.
    self.patience = Int(min(seconds, 31_536_000)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  /// When patience ends that begins now.
  var deadline: DispatchTime { .now() + .nanoseconds(patience) }

  /// Stops what runs.
  func end() {
    _ = finishes { for stay in self.stays.withLock({ $0 }) { stay.stop() } }
  }

  /// Runs `body` on a thread of its own; whether it returns in time.
  func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    DispatchQueue(label: "conformance").async {
      body()
      end.signal()
    }
    return end.wait(timeout: deadline) == .success
  }

  func listener(duringCall: @escaping @Sendable (_ step: Int?) -> Void = { _ in }) -> ConformanceListener {
    ConformanceListener(read: { [changes = subject.changes] in changes?.read($0) }, duringCall: duringCall)
  }

  /// Starts a session; nil if `start` does not return in time.
  func tryStart(_ listener: ConformanceListener, _ witness: ConformanceWitness? = nil) -> ConformanceStay? {
    let place = Lock<ConformanceStay?>(nil)
    let isStarted = finishes {
      let session = self.subject.backend.start(listener.receiver(holding: witness))
      let stay = ConformanceStay(session)
      self.stays.withLock { $0.append(stay) }
      place.withLock { $0 = stay }
    }
    return isStarted ? place.withLock { $0 } : nil
  }

  /// Starts a session, as a promise of its own has it.
  func start(_ listener: ConformanceListener) throws(Ending) -> ConformanceStay {
    guard let stay = tryStart(listener) else {
      throw .notTried("start(_:) does not return: see startReturns")
    }
    return stay
  }

  /// Starts a session and waits for its first report.
  func startAndHear(_ listener: ConformanceListener) throws(Ending) -> ConformanceStay {
    let stay = try start(listener)
    guard listener.wait(until: deadline, { !$0.reports.isEmpty }) else {
      throw .notTried("nothing is told at the start: see firstReport")
    }
    return stay
  }

  /// Stops a session, as a promise of its own has it.
  func stop(_ stay: ConformanceStay) throws(Ending) {
    guard finishes({ stay.stop() }) else { throw .notTried("stop() does not return: see stopReturns") }
  }

  var changes: BackendUnderTest.Changes {
    get throws(Ending) {
      guard let changes = subject.changes else {
        throw .notTried("the test has no way to change the network: give BackendUnderTest its `changes`")
      }
      return changes
    }
  }

  var outage: BackendUnderTest.Outage {
    get throws(Ending) {
      guard let outage = subject.outage else {
        throw .notTried("the test has no way to make the source fail: give BackendUnderTest its `outage`")
      }
      return outage
    }
  }

  /// Makes changes, one after the other, on a thread that a backend may keep for its calls. The closure that
  /// is returned waits for them.
  func beginChanges(_ steps: ClosedRange<Int>) throws(Ending) -> () throws(Ending) -> Void {
    let changes = try changes
    let failure = Lock<String?>(nil)
    let end = DispatchSemaphore(value: 0)
    changer.async {
      do { for step in steps { try changes.make(step) } } catch { failure.withLock { $0 = "\(error)" } }
      end.signal()
    }
    return { [self] () throws(Ending) in
      guard end.wait(timeout: deadline) == .success else {
        throw .broken("the test's own change to step \(steps.upperBound) does not return: a call holds it up")
      }
      if let failure = failure.withLock({ $0 }) { throw .broken("the test's own change failed: \(failure)") }
    }
  }

  /// Makes changes and waits until they are made.
  func change(_ steps: ClosedRange<Int>) throws(Ending) {
    try beginChanges(steps)()
  }

  /// Whether a listener comes to know of a step.
  func hears(_ listener: ConformanceListener, _ step: Int) -> Bool {
    listener.wait(until: deadline) { $0.steps.contains(step) }
  }

  /// Makes a change of which all listeners come to know, as a promise of its own has it.
  func change(to step: Int, heardBy listeners: [ConformanceListener]) throws(Ending) {
    try change(step...step)
    for listener in listeners where !hears(listener, step) {
      throw .notTried("step \(step) is not told: see changes, newcomer and manySessions")
    }
  }
}
