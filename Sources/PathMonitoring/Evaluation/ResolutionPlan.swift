/// When to ask for the addresses of a name: at first, again when the network changes, and now and then while it has
/// none. Never twice at a time, and the more rarely the faster the network changes. Time is an argument; each method
/// is named after an event and returns whether to ask now.
struct ResolutionPlan {
  /// Between two questions at the least, at first and at the most.
  private static let shortestPace = Duration.milliseconds(250)
  private static let longestPace = Duration.seconds(30)
  /// Until a name that has no address is asked for again, at first and at the most.
  private static let shortestRetry = Duration.seconds(1)
  private static let longestRetry = Duration.seconds(300)

  private var isAsking = false
  /// The network has changed since the question that is under way.
  private var isOutdated = false
  private var asked: Duration?
  private var pace = Self.shortestPace
  private var retry = Self.shortestRetry

  /// When `timeCame` is to be called; nil if nothing is to be asked.
  private(set) var deadline: Duration?

  /// The monitor begins anew. A question that is under way still is, and was asked of another network.
  mutating func restart() {
    let wasAsking = isAsking
    self = ResolutionPlan()
    isAsking = wasAsking
  }

  /// The network is known, or is another than before.
  mutating func networkChanged(_ now: Duration) -> Bool {
    if isAsking {
      isOutdated = true
      return false
    }
    return askSoon(now)
  }

  /// An answer came, with an address or without.
  mutating func answered(hasAddress: Bool, _ now: Duration) -> Bool {
    isAsking = false
    retry = hasAddress ? Self.shortestRetry : min(retry * 2, Self.longestRetry)
    if isOutdated { return askSoon(now) }
    deadline = hasAddress ? nil : now + retry
    return false
  }

  /// Time has passed.
  mutating func timeCame(_ now: Duration) -> Bool {
    guard let deadline, deadline <= now, !isAsking else { return false }
    ask(now)
    return true
  }

  private mutating func askSoon(_ now: Duration) -> Bool {
    if let asked, now < asked + pace {
      deadline = min(deadline ?? asked + pace, asked + pace)
      return false
    }
    ask(now)
    return true
  }

  private mutating func ask(_ now: Duration) {
    let isQuick = asked.map { now - $0 < pace * 4 } ?? false
    pace = isQuick ? min(pace * 2, Self.longestPace) : Self.shortestPace
    asked = now
    isAsking = true
    isOutdated = false
    deadline = nil
  }
}
