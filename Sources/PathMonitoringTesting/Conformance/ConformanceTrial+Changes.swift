internal import Dispatch
internal import PathMonitoring

/// How changes are told.
extension ConformanceTrial {
  /// How long to look for a call that must not come, where no event tells that it does not.
  private var moment: DispatchTime { .now() + .milliseconds(500) }

  func tryChanges() throws(Ending) {
    let listener = listener()
    _ = try startAndHear(listener)
    for step in 1...2 {
      try change(step...step)
      guard hears(listener, step) else {
        throw .broken("the change to step \(step) is not told: \(listener.now.lastTold)")
      }
    }
  }

  func tryOrder() throws(Ending) {
    let listener = listener()
    _ = try startAndHear(listener)
    try change(1...20)
    _ = hears(listener, 20)
    // What was late is behind the last by now, or comes before this one.
    try change(21...21)
    let isHeard = hears(listener, 21)
    let steps = listener.now.steps
    for (earlier, later) in zip(steps, steps.dropFirst()) where later < earlier {
      throw .broken("step \(later) is told after step \(earlier)")
    }
    guard isHeard, steps.last == 21 else {
      throw .broken("the last of 21 changes is not told: \(listener.now.lastTold)")
    }
  }

  func tryOneCallAtATime() throws(Ending) {
    let gate = ConformanceGate(patience: deadline)
    let listener = listener { step in if step == 1 { gate.pass() } }
    _ = try startAndHear(listener)
    let wait = try beginChanges(1...1)
    guard gate.isReached else { throw .notTried("step 1 is not told: see changes") }
    let waitForOthers = try beginChanges(2...3)
    // The backend learns of the others while the call for the first is under way.
    _ = listener.wait(until: moment) { $0.haveCallsOverlapped }
    gate.open()
    try wait()
    try waitForOthers()
    _ = hears(listener, 3)
    if listener.now.haveCallsOverlapped { throw .broken("a call began while another was under way") }
  }

  func trySlowReceiver() throws(Ending) {
    let gate = ConformanceGate(patience: deadline)
    let slow = listener { step in if step == 1 { gate.pass() } }
    let other = listener()
    _ = try startAndHear(slow)
    _ = try startAndHear(other)
    let wait = try beginChanges(1...1)
    guard gate.isReached else { throw .notTried("step 1 is not told: see changes") }
    let waitForOthers = try beginChanges(2...5)
    // If the backend can tell the other meanwhile, it has.
    _ = other.wait(until: moment) { $0.steps.contains(5) }
    gate.open()
    try wait()
    try waitForOthers()
    guard hears(slow, 5) else {
      throw .broken("a receiver that was busy during changes is not told the last: \(slow.now.lastTold)")
    }
    guard hears(other, 5) else {
      throw .broken("a receiver beside one that was busy is not told the last change: \(other.now.lastTold)")
    }
  }
}
