internal import PathMonitoring

/// How failures of the source are told.
extension ConformanceTrial {
  private func perform(_ body: @escaping @Sendable () throws -> Void) throws(Ending) {
    let failure = Lock<String?>(nil)
    let isOver = finishes {
      do { try body() } catch { failure.withLock { $0 = "\(error)" } }
    }
    guard isOver else { throw .broken("the test's own outage does not return: a call holds it up") }
    if let failure = failure.withLock({ $0 }) { throw .broken("the test's own outage failed: \(failure)") }
  }

  private func expectFailure(_ listener: ConformanceListener, _ moment: String) throws(Ending) {
    guard listener.wait(until: deadline, { !$0.failures.isEmpty }) else {
      throw .broken("the source fails \(moment), and no failure is told: \(listener.now.lastTold)")
    }
    if listener.now.failures.contains("") { throw .broken("the failure says nothing: its text is empty") }
  }

  func tryFailureAtStart() throws(Ending) {
    try perform(try outage.begin)
    let listener = listener()
    _ = try start(listener)
    try expectFailure(listener, "before the start")
  }

  func tryFailureLater() throws(Ending) {
    let outage = try outage
    let listener = listener()
    _ = try startAndHear(listener)
    try perform(outage.begin)
    try expectFailure(listener, "after the start")
    try perform(outage.end)
    let isBack = listener.wait(until: deadline) { log in
      if case .snapshot = log.reports.last { true } else { false }
    }
    guard isBack else { throw .broken("the source works again, and no snapshot is told") }
  }
}
