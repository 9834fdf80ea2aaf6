internal import Netlink

/// When to look again although no message may come: IPv6 routes run out in silence, and their collection is
/// announced up to half a minute later (net/ipv6/ip6_fib.c).
struct ExpiryWatch {
  private struct Expiry {
    var instant: ContinuousClock.Instant
    /// The second look at a route that had an end, and then seemed to have none.
    var isSecondLook = false
  }

  /// Less than a tick left reads as no end at all (rtnl_put_cacheinfo in net/core/rtnetlink.c): what had an end
  /// and seems endless is looked at once more after this time, whether it was due or looked at by chance.
  private static let secondLook = Duration.milliseconds(100)

  private var expiries: [RouteSurvey.Target: Expiry] = [:]
  private var due: Set<RouteSurvey.Target> = []

  /// Nothing runs out, as is the rule.
  private var isEmpty: Bool { expiries.isEmpty && due.isEmpty }

  /// The first of the times.
  var next: ContinuousClock.Instant? { expiries.isEmpty ? nil : expiries.values.lazy.map(\.instant).min() }

  /// The families whose time has come.
  mutating func families(dueAt now: ContinuousClock.Instant) -> Set<AddressFamily> {
    var families: Set<AddressFamily> = []
    if expiries.isEmpty { return families }
    for (target, expiry) in expiries where expiry.instant <= now {
      families.insert(target.family)
      if !expiry.isSecondLook { due.insert(target) }
      expiries[target] = nil
    }
    return families
  }

  /// A lookup that ended by `now` found this.
  mutating func found(_ finding: RouteFinding, _ target: RouteSurvey.Target, now: ContinuousClock.Instant) {
    if isEmpty, finding.way?.expires == nil { return }
    let wasDue = due.remove(target) != nil
    let before = expiries.removeValue(forKey: target)
    guard let way = finding.way else { return }
    if let expires = way.expires {
      // A tick more than is left, since the kernel rounds down.
      expiries[target] = Expiry(instant: now + .milliseconds(10 * (max(0, Int(expires)) + 1)))
    } else if let before, before.isSecondLook {
      expiries[target] = before
    } else if wasDue || before != nil {
      expiries[target] = Expiry(instant: now + Self.secondLook, isSecondLook: true)
    }
  }

  /// The target is not asked about any more.
  mutating func forget(_ target: RouteSurvey.Target) {
    if isEmpty { return }
    expiries[target] = nil
    due.remove(target)
  }

  /// Forgets the destinations that are not among `left`.
  mutating func keepOnly(_ left: Set<RawAddress>) {
    func isLeft(_ target: RouteSurvey.Target) -> Bool { target.destination.map(left.contains) ?? true }
    expiries = expiries.filter { isLeft($0.key) }
    due = due.filter(isLeft)
  }
}
