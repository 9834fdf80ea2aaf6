internal import Netlink

/// Turns a kernel's answers and messages into snapshots. Does no waiting, has no thread and no lock.
struct NetlinkEngine<Kernel: RouteKernel & ~Copyable>: ~Copyable {
  private typealias Target = RouteSurvey.Target

  var kernel: Kernel
  private(set) var view = KernelView()
  private var natures: InterfaceNatures
  private var disturbance = KernelView.Disturbance(everything: true)
  private var findings: [Target: RouteFinding] = [:]
  private var expiries = ExpiryWatch()

  /// The addresses that somebody asks about, as the kernel takes them.
  private var destinations: [NetworkEndpoint.Host: WatchedDestination] = [:]

  /// When to dump again what changed under every attempt to read it whole.
  private var nextAttempt: ContinuousClock.Instant?
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
    [expiries.next, nextAttempt].compactMap { $0 }.min()
  }

  /// Takes a message of the kernel's.
  mutating func take(_ message: RouteNetlinkMessage) {
    view.apply(message, &disturbance)
    // Of a port that leaves its bridge a deletion is sent too, and the link stays.
    if case .deletedLink(let link) = message, view.links[link.index] == nil { natures.forget(link.index) }
  }

  /// These are the addresses from now on that are asked about beside everything.
  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>) {
    guard addresses != Set(destinations.keys) else { return }
    let before = destinations
    destinations = [:]
    for address in addresses {
      guard let destination = WatchedDestination(address) else { continue }
      destinations[address] = destination
      if before[address] == nil { disturbance.destinations.insert(address) }
    }
    let left = Set(destinations.values.map(\.address))
    view.destinations = left
    for target in findings.keys {
      guard let destination = target.destination, !left.contains(destination) else { continue }
      findings[target] = nil
      expiries.forget(target)
    }
    // One that is not asked about any more leaves the snapshot.
    disturbance.facts = true
  }

  /// `hasNameserver` was set anew.
  mutating func resolverChanged() {
    disturbance.facts = true
  }

  /// Messages were lost: all that is known is in question.
  mutating func messagesWereLost() {
    disturbance.everything = true
  }

  /// The time is `now`: what has run out by then is in question.
  mutating func timeCame(_ now: ContinuousClock.Instant) {
    if let attempt = nextAttempt, attempt <= now {
      nextAttempt = nil
      disturbance.everything = true
    }
    disturbance.families.formUnion(expiries.families(dueAt: now))
  }

  /// Asks the kernel for what is in question, and puts the snapshot together.
  mutating func snapshot(now: ContinuousClock.Instant) throws(NetlinkError) -> NetworkSnapshot {
    let pending = disturbance
    disturbance = KernelView.Disturbance()
    do {
      if pending.everything || pending.removal { try kernel.settle() }
      if pending.everything { try load(now) } else if pending.addresses { try loadAddresses(now) }
      try ask(targets(pending), now: now)
    } catch {
      // What was in question still is.
      disturbance.everything = true
      throw error
    }
    return composed()
  }

  // MARK: Asking

  private mutating func load(_ now: ContinuousClock.Instant) throws(NetlinkError) {
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

  /// The questions that a disturbance raises.
  private func targets(_ disturbance: KernelView.Disturbance) -> [Target] {
    var targets: [Target] = []
    for family in AddressFamily.allCases {
      let isWhole =
        disturbance.everything || disturbance.addresses || disturbance.families.contains(family)
        || (!disturbance.links.isEmpty && view.hasNextHops)
      let isDisturbed = isWhole || !disturbance.links.isEmpty
      // nil: packets to everywhere.
      var subjects: [WatchedDestination?] = isDisturbed ? [nil] : []
      for (address, destination) in destinations where destination.address.family == family {
        if isDisturbed || disturbance.destinations.contains(address) { subjects.append(destination) }
      }
      for subject in subjects {
        targets.append(Target(family, subject?.scope ?? 0, subject))
        // What means something on one link is not sought on others.
        if let subject, subject.scope != 0 { continue }
        if isWhole || subject != nil {
          for link in view.links.values where link.isWorthAsking {
            targets.append(Target(family, link.index, subject))
          }
        } else {
          for index in disturbance.links { targets.append(Target(family, index, nil)) }
        }
      }
    }
    return targets
  }

  private mutating func ask(_ targets: [Target], now: ContinuousClock.Instant) throws(NetlinkError) {
    var asked: [Target] = []
    for target in targets {
      let isLinkFit = target.linkIndex == 0 || view.links[target.linkIndex]?.isWorthAsking == true
      // Without an address that could be the source there is no path to everywhere, whatever the routes.
      if isLinkFit, target.destination != nil || view.addresses.hasCounting(target.family) {
        asked.append(target)
      } else {
        findings[target] = nil
        expiries.forget(target)
      }
    }
    let answers = try RouteSurvey.findings(asked, &kernel)
    for (target, finding) in zip(asked, answers) {
      findings[target] = finding
      expiries.found(finding, target, now: now)
    }
  }

  // MARK: Telling

  private mutating func composed() -> NetworkSnapshot {
    var snapshot = NetworkSnapshot(hasNameserver: hasNameserver)
    snapshot.resolverVersion = resolverVersion
    var told: [Int32: NetworkInterface] = [:]
    for family in AddressFamily.allCases {
      for (record, way) in ways(family, to: nil) {
        snapshot.egresses.append(egress(family, describe(record, in: &snapshot, &told), way))
      }
    }
    var routes: [NetworkEndpoint.Host: DestinationRoute] = [:]
    for (address, destination) in destinations {
      let family = destination.address.family
      // Of none if its link is not there, or cannot be used.
      let finding = findings[Target(family, destination.scope, destination)]
      var route = DestinationRoute(finding?.place ?? .unreachable)
      for (record, way) in ways(family, to: destination) {
        route.egresses.append(egress(family, describe(record, in: &snapshot, &told), way))
      }
      // The kernel may prefer a link that cannot be used: what is told is where the first that can leads.
      if let first = route.egresses.first { route.place = route.place.over(first) }
      routes[address] = route
    }
    snapshot.destinations = routes
    return snapshot
  }

  /// The interface of a link, which is added to the snapshot if it was not `told` of yet.
  private mutating func describe(
    _ record: LinkRecord, in snapshot: inout NetworkSnapshot, _ told: inout [Int32: NetworkInterface]
  ) -> NetworkInterface {
    if let interface = told[record.index] { return interface }
    let link = described(record)
    snapshot.links.append(link)
    told[record.index] = link.interface
    return link.interface
  }

  /// The links of a family that lead there, or everywhere, in the kernel's order. None if an unbound socket has no
  /// way out: a reject route that wins, or a default that only bound sockets get to.
  private func ways(_ family: AddressFamily, to destination: WatchedDestination?) -> [(LinkRecord, RouteWay)]
  {
    guard let chosen = findings[Target(family, destination?.scope ?? 0, destination)]?.way else { return [] }
    var ways: [(LinkRecord, RouteWay)] = []
    // The host's own address is reached over a link that is no way out.
    if chosen.isLocal || destination.map({ $0.scope != 0 }) == true {
      for index in chosen.linkIndexes { if let link = view.links[index] { ways.append((link, chosen)) } }
      return ways
    }
    for (target, finding) in findings
    where target.family == family && target.linkIndex != 0 && target.destination == destination?.address {
      if let way = finding.way, let link = view.links[target.linkIndex] { ways.append((link, way)) }
    }
    func rank(_ link: LinkRecord) -> Int { chosen.linkIndexes.firstIndex(of: link.index) ?? .max }
    return ways.sorted {
      (rank($0.0), $0.1.metric, $0.1.preferenceRank, $0.0.index)
        < (rank($1.0), $1.1.metric, $1.1.preferenceRank, $1.0.index)
    }
  }

  private mutating func described(_ link: LinkRecord) -> NetworkLink {
    let nature = natures.nature(link, view.links)
    return NetworkLink(
      NetworkInterface(name: link.name, index: Int(link.index), type: nature.type), condition: link.condition,
      underlyingTypes: nature.underlyingTypes, isTunnel: nature.isTunnel, isMetered: nature.isMetered)
  }

  private func egress(
    _ family: AddressFamily, _ interface: NetworkInterface, _ way: RouteWay
  ) -> NetworkEgress {
    let sources = way.sources.map { source in
      LocalAddress(NetworkEndpoint.Host(source), state: view.addresses.state(source))
    }
    return NetworkEgress(
      NetworkEgress.Family(family), linkIndex: interface.index,
      gateways: way.gateways.map { NetworkEndpoint.Host($0, scope: interface) },
      // Each group has a source of its own; one that does not count spoils the way.
      source: sources.first { !$0.counts } ?? sources.first)
  }

  // MARK: Explaining

  /// Asks `kernel` everything, for a person who looks for a fault.
  static func explanation(
    _ kernel: consuming Kernel, sysfs: @escaping InterfaceNatures.SysfsReader,
    _ requirements: PathRequirements
  ) throws(NetlinkError) -> PathExplanation {
    var engine = NetlinkEngine(kernel, sysfs: sysfs)
    engine.hasNameserver = ResolverWatch().hasNameserver
    engine.watch(Set(requirements.addresses ?? []))
    _ = try engine.snapshot(now: .now)
    return engine.explained(requirements)
  }

  /// What was found out about every link for the last snapshot, best first.
  mutating func explained(_ requirements: PathRequirements) -> PathExplanation {
    let snapshot = composed()
    let order = snapshot.links.map(\.interface.index)
    func rank(_ link: LinkRecord) -> Int { order.firstIndex(of: Int(link.index)) ?? .max }
    let records = view.links.values.sorted { (rank($0), $0.index) < (rank($1), $1.index) }
    var links: [PathExplanation.Link] = []
    for record in records {
      let link = described(record)
      var reasons: [NetworkEgress.Family: PathExplanation.Reason] = [:]
      for family in AddressFamily.allCases {
        reasons[NetworkEgress.Family(family)] = reason(record, link.interface, family)
      }
      links.append(
        PathExplanation.Link(link: link, requirements: requirements, families: reasons))
    }
    var families: [NetworkEgress.Family: PathExplanation.Verdict] = [:]
    for family in AddressFamily.allCases { families[NetworkEgress.Family(family)] = verdict(family) }
    return PathExplanation(
      path: PathEvaluator.path(snapshot, requirements), links: links, families: families,
      hasNameserver: hasNameserver)
  }

  private func verdict(_ family: AddressFamily) -> PathExplanation.Verdict {
    guard view.addresses.hasCounting(family) else { return .noAddress }
    switch findings[Target(family: family, linkIndex: 0)] {
    case .way(let way): return .leaves(way.linkIndexes.map { view.links[$0]?.name ?? "link \($0)" })
    case .refused(let errno): return .refused("\(errno)", isRejectRoute: errno != .networkUnreachable)
    case .tooNarrow(let length): return .tooNarrow(prefixLength: Int(length))
    case .notAsked, nil: return .noAddress
    }
  }

  private func reason(
    _ link: LinkRecord, _ interface: NetworkInterface, _ family: AddressFamily
  ) -> PathExplanation.Reason {
    guard link.isWorthAsking else { return .condition(link.condition) }
    guard view.addresses.hasCounting(family) else {
      return .noSource(view.addresses.addresses(ofLink: link.index, family))
    }
    switch findings[Target(family: family, linkIndex: link.index)] {
    case .refused(let errno):
      // Bound to a link, IPv4 calls a missing route EHOSTUNREACH (net/ipv4/route.c, inet_rtm_getroute).
      let isMissing = errno == .networkUnreachable || (family == .ipv4 && errno == .hostUnreachable)
      return .noRoute("\(errno)", isRejectRoute: !isMissing)
    case .tooNarrow(let length): return .tooNarrow(prefixLength: Int(length))
    case .notAsked, nil: return .noSource(view.addresses.addresses(ofLink: link.index, family))
    case .way(let way):
      let egress = egress(family, interface, way)
      if let source = egress.source, !source.counts { return .badSource(source) }
      if case .leaves = verdict(family) {
        let isChosen = findings[Target(family: family, linkIndex: 0)]?.way?.linkIndexes.contains(link.index)
        return .inPath(egress, metric: way.metric, isChosenByKernel: isChosen == true)
      }
      return .familyBarred
    }
  }
}

extension NetlinkEngine: Copyable where Kernel: Copyable {}

extension NetworkEgress.Family {
  init(_ family: AddressFamily) { self = family == .ipv4 ? .ipv4 : .ipv6 }
}

extension RouteFinding {
  /// Where a destination is that was found so.
  fileprivate var place: DestinationRoute.Place {
    switch self {
    case .way(let way): way.isLocal ? .local : way.gateways.isEmpty ? .onLink : .behindGateway
    // A route or rule of type prohibit, or blackhole.
    case .refused(.accessDenied), .refused(.invalidArgument): .prohibited
    case .refused, .tooNarrow, .notAsked: .unreachable
    }
  }
}
