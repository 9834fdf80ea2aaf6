internal import Netlink

/// Turns a kernel's answers and messages into snapshots. Does no waiting, has no thread and no lock.
struct NetlinkEngine<Kernel: RouteKernel & ~Copyable>: ~Copyable {
  typealias Subject = RouteFindings.Subject

  var kernel: Kernel
  private(set) var view = KernelView()
  var natures: InterfaceNatures
  private var disturbance = Disturbance(everything: true)
  private(set) var findings = RouteFindings()
  /// What was found out about each link, also where it makes no difference: for explanations, and only for them.
  var details: [RouteSurvey.Target: RouteFinding]?
  private var expiries = ExpiryWatch()

  /// The addresses that somebody asks about, as the kernel takes them.
  private(set) var destinations: [NetworkEndpoint.Host: WatchedDestination] = [:]

  /// When to dump again what changed under every attempt to read it whole, or was lost too soon after a look.
  private var nextAttempt: ContinuousClock.Instant?
  /// When to ask again for what could not be read of some links, for want of descriptors or memory.
  private var nextFacts: ContinuousClock.Instant?
  private static var shortagePause: Duration { .milliseconds(500) }
  /// A lookup named a source that no message told of: one put to use in silence, as an optimistic address is.
  private var hasUnknownSource = false
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
      if hasUnknownSource, !loads { try loadAddresses(now) }
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

  // MARK: Asking

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

  /// Asks what a disturbance puts in question: where an unbound socket's packets go, and then, where there is a way at
  /// all, over which links those of bound ones would.
  private mutating func ask(
    _ pending: Disturbance, settling: Bool, now: ContinuousClock.Instant
  ) throws(NetlinkError) {
    let subjects = subjects(pending)
    var roots: [Subject] = []
    for subject in subjects {
      // Without an address that could be the source there is no path to everywhere, whatever the routes.
      let isUsable = subject.scope == 0 || view.links[subject.scope]?.isWorthAsking == true
      if isUsable, subject.destination != nil || view.addresses.hasCounting(subject.family) {
        roots.append(subject)
      } else {
        found(.notAsked, subject, now)
      }
    }
    let answers = try RouteSurvey.findings(roots.map(\.root), &kernel, settling: settling)
    for (subject, finding) in zip(roots, answers) { found(finding, subject, now) }
    var bound: [(subject: Subject, link: Int32)] = []
    for subject in subjects
    where findings.leads(subject) || (details != nil && subject.destination == nil) {
      for link in links(pending, subject) { bound.append((subject, link)) }
      findings.complete(subject)
    }
    try ask(bound, now)
  }

  private mutating func ask(
    _ bound: [(subject: Subject, link: Int32)], _ now: ContinuousClock.Instant
  ) throws(NetlinkError) {
    guard !bound.isEmpty else { return }
    let targets = bound.map { $0.subject.target($0.link) }
    let answers = try RouteSurvey.findings(targets, &kernel)
    for (index, finding) in answers.enumerated() {
      findings.found(finding, bound[index].subject, boundTo: bound[index].link)
      noteSources(finding)
      expiries.found(finding, targets[index], now: now)
      details?[targets[index]] = finding
    }
  }

  private mutating func found(_ finding: RouteFinding, _ subject: Subject, _ now: ContinuousClock.Instant) {
    for link in findings.found(finding, subject) { expiries.forget(subject.target(link)) }
    expiries.found(finding, subject.root, now: now)
    noteSources(finding)
    details?[subject.root] = finding
  }

  private mutating func noteSources(_ finding: RouteFinding) {
    for source in finding.way?.sources ?? []
    where !source.isUnspecified && view.addresses.state(source) == .missing {
      hasUnknownSource = true
    }
  }

  /// What a disturbance raises questions about.
  private func subjects(_ pending: Disturbance) -> [Subject] {
    var subjects: [Subject] = []
    for family in AddressFamily.allCases {
      let isDisturbed = pending.everything || pending.addresses || !pending[family].isEmpty
      if isDisturbed { subjects.append(Subject(family: family)) }
      for (address, destination) in destinations where destination.address.family == family {
        if isDisturbed || pending.destinations.contains(address) { subjects.append(destination.subject) }
      }
    }
    return subjects
  }

  /// The links that are to be asked about a subject. Those that cannot be used lose their way.
  private mutating func links(_ pending: Disturbance, _ subject: Subject) -> [Int32] {
    let lookups = pending[subject.family]
    // While a route by a next hop object stands, the kernel looks no further in its prefix; that of a link goes with
    // it, and opens ways over others.
    let isWhole =
      details != nil || pending.everything || pending.addresses || lookups.isWhole
      || findings.lacksLinks(subject) || (!lookups.links.isEmpty && view.hasNextHops)
    if isWhole { return view.links.values.filter(\.isWorthAsking).map(\.index) }
    var links = lookups.links
    if lookups.ways || !lookups.sources.isEmpty {
      // A route over several links, or from an address, may have gone in silence: also one that stood before a way.
      links.formUnion(findings.narrowLinks(subject))
      for (link, way) in findings.ways(subject) where lookups.ways || depends(way, link, on: lookups.sources)
      {
        links.insert(link)
      }
    }
    return links.filter { link in
      if view.links[link]?.isWorthAsking == true { return true }
      findings.found(nil, subject, boundTo: link)
      expiries.forget(subject.target(link))
      return false
    }
  }

  /// Whether packets that go so may carry another source once these addresses are not what they were.
  private func depends(_ way: RouteWay, _ link: Int32, on addresses: Set<RawAddress>) -> Bool {
    way.sources.contains { addresses.contains($0) || !view.addresses.isSettled($0, on: link) }
  }
}

extension NetlinkEngine: Copyable where Kernel: Copyable {}
