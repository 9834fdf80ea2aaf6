internal import Netlink

/// Turns a kernel's answers and messages into snapshots. Does no waiting, has no thread and no lock.
struct NetlinkEngine<Kernel: RouteKernel & ~Copyable>: ~Copyable {
  typealias Subject = RouteFindings.Subject

  var kernel: Kernel
  private(set) var view = KernelView()
  var natures: InterfaceNatures
  private var disturbance = Disturbance(everything: true)
  var findings = RouteFindings()
  /// What was found out about each link, also where it makes no difference: for explanations, and only for them.
  var details: [RouteSurvey.Target: RouteFinding]?
  var expiries = ExpiryWatch()

  /// The addresses that somebody asks about, as the kernel takes them.
  private(set) var destinations: [NetworkEndpoint.Host: WatchedDestination] = [:]

  /// When to dump again what changed under every attempt to read it whole, or was lost too soon after a look.
  private var nextAttempt: ContinuousClock.Instant?
  /// When to ask again for what could not be read of some links, for want of descriptors or memory.
  private var nextFacts: ContinuousClock.Instant?
  private static var shortagePause: Duration { .milliseconds(500) }
  /// A lookup named a source that no message told of: one put to use in silence, as an optimistic address is.
  var hasUnknownSource = false
  /// When everything was looked at last.
  private var lastLoad: ContinuousClock.Instant?
  private static var pause: Duration { .milliseconds(50) }

  /// Whether a name server is configured, as somebody else watches it.
  var hasNameserver = false
  /// Counts the changes of the resolver's files.
  var resolverVersion = 0

  init(_ kernel: consuming Kernel, sysfs: @escaping InterfaceNatures.SysfsReader) {
    self.kernel = kernel
    natures = InterfaceNatures(sysfs: sysfs)
  }

  /// Whether anything is in question since the last snapshot.
  var isDisturbed: Bool { !disturbance.isEmpty }

  /// When to look again although no message may come.
  var deadline: ContinuousClock.Instant? {
    guard nextAttempt != nil || nextFacts != nil else { return expiries.next }
    return [expiries.next, nextAttempt, nextFacts].compactMap { $0 }.min()
  }

  /// Takes a message of the kernel's.
  mutating func take(_ message: RouteNetlinkMessage) {
    view.apply(message, &disturbance)
    // Of a port that leaves its bridge a deletion is sent too, and the link stays.
    if case .deletedLink(let link) = message, view.links[link.index] == nil { natures.forget(link.index) }
  }

  /// These are the addresses from now on that are asked about beside everything; whether they are others than before.
  @discardableResult
  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>) -> Bool {
    guard addresses.count != destinations.count || !addresses.allSatisfy({ destinations[$0] != nil }) else {
      return false
    }
    let before = destinations
    destinations = [:]
    for address in addresses {
      guard let destination = WatchedDestination(address) else { continue }
      destinations[address] = destination
      if before[address] == nil { disturbance.destinations.insert(address) }
    }
    view.destinations = Set(destinations.values.map(\.address))
    findings.keepOnly(Set(destinations.values.map(\.subject)))
    expiries.keepOnly(view.destinations)
    // One that is not asked about any more leaves the snapshot.
    disturbance.facts = true
    return true
  }

  /// `hasNameserver` was set anew.
  mutating func resolverChanged() {
    disturbance.facts = true
  }

  /// Messages were lost: all that is known is in question.
  mutating func messagesWereLost() {
    disturbance.everything = true
  }

  /// Messages found no room in the socket. They are looked for at once, but in a storm, in which each look at
  /// everything would end with the next loss, no more than one such look begins in each pause.
  mutating func messagesFoundNoRoom(now: ContinuousClock.Instant) {
    if let next = lastLoad?.advanced(by: Self.pause), now < next {
      nextAttempt = min(nextAttempt ?? next, next)
    } else {
      messagesWereLost()
    }
  }

  /// What was put off, since it was lost too soon after a look, is looked at now: somebody has come who must not be told
  /// what is older.
  mutating func hurry() {
    guard nextAttempt != nil else { return }
    nextAttempt = nil
    messagesWereLost()
  }

  /// The time is `now`: what has run out by then is in question.
  mutating func timeCame(_ now: ContinuousClock.Instant) {
    if let attempt = nextAttempt, attempt <= now {
      nextAttempt = nil
      disturbance.everything = true
    }
    if let facts = nextFacts, facts <= now {
      nextFacts = nil
      disturbance.facts = true
    }
    for family in expiries.families(dueAt: now) { disturbance[family].isWhole = true }
  }

  /// Asks the kernel for what is in question, and puts the snapshot together.
  mutating func snapshot(now: ContinuousClock.Instant) throws(NetlinkError) -> NetworkSnapshot {
    let pending = disturbance
    disturbance = Disturbance()
    do {
      let loads = pending.everything || pending.addresses
      if loads, pending.everything || pending.removal { try kernel.settle() }
      if pending.everything { try load(now) } else if pending.addresses { try loadAddresses(now) }
      try ask(pending, settling: pending.removal && !loads, now: now)
      if hasUnknownSource, !loads {
        try loadAddresses(now)
        // The message that tells of the address may still come, and will tell nothing new: what depends on it is asked
        // about now.
        try ask(Disturbance(addresses: true), settling: false, now: now)
      }
      hasUnknownSource = false
    } catch {
      // What was in question still is.
      disturbance.everything = true
      throw error
    }
    natures.forgetShortage()
    let snapshot = composed()
    nextFacts = natures.isShort ? now + Self.shortagePause : nil
    return snapshot
  }

  // MARK: Reading everything

  private mutating func load(_ now: ContinuousClock.Instant) throws(NetlinkError) {
    lastLoad = now
    // Local copies: the closures must not touch the kernel's owner while it is at work.
    var fresh = KernelView()
    fresh.destinations = view.destinations
    let isWhole = try kernel.dumpLinks(restart: { fresh.forgetLinks() }, { fresh.add($0) })
    fresh.hasNextHops = try kernel.hasNextHops()
    view = fresh
    if !isWhole { nextAttempt = now + Self.pause }
    try loadAddresses(now)
    natures.forgetAll()
    findings.removeAll()
  }

  private mutating func loadAddresses(_ now: ContinuousClock.Instant) throws(NetlinkError) {
    var fresh = view
    let isWhole = try kernel.dumpAddresses(restart: { fresh.forgetAddresses() }, { fresh.add($0) })
    view = fresh
    if !isWhole { nextAttempt = now + Self.pause }
  }
}

extension NetlinkEngine: Copyable where Kernel: Copyable {}
