internal import Dispatch
internal import PathMonitoring

/// How sessions end.
extension ConformanceTrial {
  func tryStopReturns() throws(Ending) {
    let stay = try startAndHear(listener())
    guard finishes({ stay.stop() }) else { throw .broken("stop() does not return") }
  }

  /// Makes two changes, of which a witness is told: with the second, the backend is through with the first.
  private func expectSilence(_ stopped: ConformanceListener, from step: Int, _ witness: ConformanceListener)
    throws(Ending)
  {
    try change(to: step, heardBy: [witness])
    try change(to: step + 1, heardBy: [witness])
    // What was under way at the stop shows an earlier step.
    if let late = stopped.now.steps.first(where: { $0 >= step }) {
      throw .broken("step \(late), which came after the stop, is told")
    }
  }

  func trySilenceAfterStop() throws(Ending) {
    let (stopped, witness) = (listener(), listener())
    let stay = try startAndHear(stopped)
    _ = try startAndHear(witness)
    try change(to: 1, heardBy: [stopped, witness])
    try stop(stay)
    try expectSilence(stopped, from: 2, witness)
  }

  func tryStopInsideCall() throws(Ending) {
    let stay = Lock<ConformanceStay?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let stopped = listener { step in
      guard step == 1 else { return }
      stay.withLock { $0 }?.stop()
      isOver.signal()
    }
    let witness = listener()
    let started = try startAndHear(stopped)
    stay.withLock { $0 = started }
    _ = try startAndHear(witness)
    let wait = try beginChanges(1...1)
    guard stopped.wait(until: deadline, { $0.steps.contains(1) }) else {
      throw .notTried("step 1 is not told: see changes")
    }
    guard isOver.wait(timeout: deadline) == .success else {
      throw .broken("stop() does not return from within a call")
    }
    try wait()
    try expectSilence(stopped, from: 2, witness)
  }

  func tryStopBeforeFirst() throws(Ending) {
    let (stopped, witness) = (listener(), listener())
    try stop(try start(stopped))
    _ = try startAndHear(witness)
    try expectSilence(stopped, from: 1, witness)
  }

  func tryRelease() throws(Ending) {
    let isReleased = DispatchSemaphore(value: 0)
    let listener = listener()
    guard let stay = tryStart(listener, ConformanceWitness(isReleased)) else {
      throw .notTried("start(_:) does not return: see startReturns")
    }
    _ = listener.wait(until: deadline) { !$0.reports.isEmpty }
    try stop(stay)
    guard isReleased.wait(timeout: deadline) == .success else {
      throw .broken("the receiver is still held, \(listener.now.lastTold)")
    }
  }

  func tryIndependence() throws(Ending) {
    let listeners = (1...3).map { _ in listener() }
    var stays: [ConformanceStay] = []
    for listener in listeners { stays.append(try startAndHear(listener)) }
    try change(to: 1, heardBy: listeners)
    var running = Set(listeners.indices)
    // The one in the middle first, then the one that began first.
    for (step, ended) in [(2, 1), (3, 0)] {
      running.remove(ended)
      try stop(stays[ended])
      try change(step...step)
      for number in running.sorted() where !hears(listeners[number], step) {
        throw .broken(
          "of three sessions, number \(ended + 1) was stopped, and number \(number + 1) is told no more changes"
        )
      }
    }
  }
}
