internal import Dispatch
internal import PathMonitoring

/// A receiver of the checks: keeps what it is told, and can be waited for.
final class ConformanceListener: Sendable {
  /// What it was told so far.
  struct Log {
    /// The snapshots and failures, in order.
    var reports: [SnapshotReceiver.Event] = []
    /// The steps that snapshots showed, in order; those that showed none are left out.
    var steps: [Int] = []
    var callsUnderWay = 0
    var haveCallsOverlapped = false

    var snapshots: [NetworkSnapshot] {
      reports.compactMap { if case .snapshot(let snapshot) = $0 { snapshot } else { nil } }
    }

    var failures: [String] {
      reports.compactMap { if case .failure(let reason) = $0 { reason } else { nil } }
    }

    /// For a fault's text.
    var lastTold: String {
      switch reports.last {
      case .snapshot(let snapshot):
        "it was told \(reports.count) times, last of \(snapshot.links.count) links, \(snapshot.egresses.count) "
          + "egresses" + (steps.last.map { " and step \($0)" } ?? " and no step")
      case .failure(let reason): "it was told \(reports.count) times, last the failure \"\(reason)\""
      case .source, nil: "it was told nothing"
      }
    }
  }

  /// So many calls are more than any check makes a backend do: a thread that makes more is kept from it.
  private static let endless = 100_000

  private let log = Lock(Log())
  private let arrivals = DispatchSemaphore(value: 0)
  private let read: @Sendable (NetworkSnapshot) -> Int?
  private let duringCall: @Sendable (_ step: Int?) -> Void

  /// Makes a listener.
  ///
  /// - Parameters:
  ///   - read: which step a snapshot shows.
  ///   - duringCall: what each call of a snapshot is to do once it is noted.
  init(
    read: @escaping @Sendable (NetworkSnapshot) -> Int?,
    duringCall: @escaping @Sendable (_ step: Int?) -> Void = { _ in }
  ) {
    self.read = read
    self.duringCall = duringCall
  }

  var now: Log { log.withLock { $0 } }

  /// The receiver for a backend, which holds `witness`, too.
  func receiver(holding witness: ConformanceWitness? = nil) -> SnapshotReceiver {
    SnapshotReceiver { event in withExtendedLifetime(witness) { self.hear(event) } }
  }

  /// Waits until what it was told is as asked; whether it came to be.
  func wait(until deadline: DispatchTime, _ condition: (Log) -> Bool) -> Bool {
    while !condition(now) {
      if arrivals.wait(timeout: deadline) == .timedOut { return condition(now) }
    }
    return true
  }

  private func hear(_ event: SnapshotReceiver.Event) {
    let step: Int? = if case .snapshot(let snapshot) = event { read(snapshot) } else { nil }
    let count = log.withLock { log in
      if log.callsUnderWay > 0 { log.haveCallsOverlapped = true }
      log.callsUnderWay += 1
      if case .source = event { return log.reports.count }
      log.reports.append(event)
      if let step { log.steps.append(step) }
      return log.reports.count
    }
    arrivals.signal()
    if count > Self.endless { while true { DispatchSemaphore(value: 0).wait() } }
    duringCall(step)
    log.withLock { $0.callsUnderWay -= 1 }
    arrivals.signal()
  }
}
