/// What the program knows of a target that is scheduled, and so what it must be told.
struct ReachabilityProgress {
  /// What was told or would have been, had it changed.
  private(set) var known: ReachabilityObservation?
  /// Whether a first callback is owed, even if nothing changes.
  private var owesFirst = false
  /// What the program was given while nothing was scheduled.
  private var given: ReachabilityObservation?

  /// It begins. A name's first answer is always told; an address has none to tell, unless the program was given
  /// another one before.
  mutating func began(isName: Bool) {
    owesFirst = isName
    known = isName ? nil : given
    given = nil
  }

  /// It is over.
  mutating func ended() {
    known = nil
    owesFirst = false
  }

  /// Something was observed; whether a callback is due.
  mutating func observed(_ observation: ReachabilityObservation) -> Bool {
    let isNews = known.map { $0 != observation } ?? false
    defer {
      known = observation
      owesFirst = false
    }
    return isNews || owesFirst
  }

  /// The program has asked. Whoever asks is not owed a first callback.
  mutating func gave(_ observation: ReachabilityObservation, isScheduled: Bool) {
    owesFirst = false
    if isScheduled {
      known = known ?? observation
    } else {
      given = observation
    }
  }
}
