/// Lets paths through, or holds them for a while, as a `PathSettling` says. Time is an argument.
struct SettleGate {
  private let settling: PathSettling
  /// What was let through last.
  private var passed: NetworkPath?
  /// The newest path that is held.
  private var held: NetworkPath?

  /// When `timeCame` is to be called; nil if nothing is held.
  private(set) var deadline: Duration?

  init(_ settling: PathSettling) {
    self.settling = settling
  }

  /// A path was decided: the one to let through now, if any.
  mutating func came(_ path: NetworkPath, at now: @autoclosure () -> Duration) -> NetworkPath? {
    if settling.extent == .nothing { return path }
    if path == passed {
      forgetHeld()
      return nil
    }
    guard let passed, isHeld(path, beside: passed) else { return pass(path) }
    let now = now()
    held = path
    deadline = deadline ?? now + settling.time
    // The timer may be late.
    return timeCame(now)
  }

  /// Time has passed: what was held for long enough.
  mutating func timeCame(_ now: Duration) -> NetworkPath? {
    guard let held, let deadline, deadline <= now else { return nil }
    return pass(held)
  }

  private mutating func pass(_ path: NetworkPath) -> NetworkPath {
    forgetHeld()
    passed = path
    return path
  }

  private mutating func forgetHeld() {
    held = nil
    deadline = nil
  }

  private func isHeld(_ path: NetworkPath, beside passed: NetworkPath) -> Bool {
    switch settling.extent {
    case .nothing: false
    case .losses: path.status.rank < passed.status.rank
    case .changes: path.status.rank <= passed.status.rank
    }
  }
}

extension NetworkPath.Status {
  /// The more can be done, the higher.
  fileprivate var rank: Int {
    switch self {
    case .unsatisfied: 0
    case .requiresConnection: 1
    case .satisfied: 2
    }
  }
}
