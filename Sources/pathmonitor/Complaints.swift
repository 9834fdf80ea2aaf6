import PathMonitoring

/// Says each failure of the backend once, on standard error.
final class Complaints: Sendable {
  private let last = Lock<String?>(nil)

  func hear(_ failure: String?) {
    let isNew = last.withLock { last in
      defer { last = failure }
      return failure != nil && failure != last
    }
    if isNew, let failure { Console.writeError("pathmonitor: \(failure)") }
  }
}
