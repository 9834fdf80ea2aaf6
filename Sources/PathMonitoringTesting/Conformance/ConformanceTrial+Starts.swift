internal import Dispatch
internal import PathMonitoring

/// How sessions begin, alone and beside others.
extension ConformanceTrial {
  func tryName() throws(Ending) {
    let name = subject.backend.name
    if name.isEmpty || name.contains(where: \.isWhitespace) { throw .broken("the name is \"\(name)\"") }
  }

  func tryStartReturns() throws(Ending) {
    let listener = listener()
    if tryStart(listener) == nil { throw .broken("start(_:) does not return; \(listener.now.lastTold)") }
  }

  func tryFirstReport() throws(Ending) {
    let listener = listener()
    _ = try start(listener)
    guard listener.wait(until: deadline, { !$0.reports.isEmpty }) else {
      throw .broken("the receiver is told nothing")
    }
  }

  func tryNewcomer() throws(Ending) {
    let (first, second) = (listener(), listener())
    _ = try startAndHear(first)
    try change(to: 1, heardBy: [first])
    _ = try start(second)
    guard hears(second, 1) else {
      throw .broken(
        "one receiver knows of step 1, another that begins then does not: \(second.now.lastTold)")
    }
  }

  func tryRestart() throws(Ending) {
    let (first, second) = (listener(), listener())
    try stop(try startAndHear(first))
    if subject.changes != nil { try change(1...1) }
    _ = try start(second)
    guard second.wait(until: deadline, { !$0.reports.isEmpty }) else {
      throw .broken("the receiver of the second start is told nothing")
    }
    guard subject.changes == nil || hears(second, 1) else {
      throw .broken(
        "the receiver of the second start is not told of a change before it: \(second.now.lastTold)")
    }
  }

  func tryManySessions() throws(Ending) {
    let listeners = (1...16).map { _ in listener() }
    let ready = DispatchSemaphore(value: 0)
    for listener in listeners {
      DispatchQueue(label: "conformance").async { [self] in
        _ = tryStart(listener)
        ready.signal()
      }
    }
    for _ in listeners { ready.wait() }
    for (number, listener) in listeners.enumerated()
    where !listener.wait(until: deadline, { !$0.reports.isEmpty }) {
      throw .broken("of 16 receivers that begin at once, number \(number + 1) is told nothing")
    }
    guard subject.changes != nil else { return }
    try change(1...3)
    for (number, listener) in listeners.enumerated() where !hears(listener, 3) {
      throw .broken(
        "of 16 receivers, number \(number + 1) is not told of the last change: \(listener.now.lastTold)")
    }
  }
}
