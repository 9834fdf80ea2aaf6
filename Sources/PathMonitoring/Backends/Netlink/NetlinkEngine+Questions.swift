internal import Netlink

/// What is asked of the kernel after a disturbance.
extension NetlinkEngine where Kernel: ~Copyable {
  /// One socket's question: where its packets go, bound to a link or (0) unbound.
  private typealias Bound = (subject: Subject, link: Int32)

  /// Asks what a disturbance puts in question: where an unbound socket's packets go, and then, where there is a way at
  /// all, over which links those of bound ones would. What is likely to be asked then is asked at once: each exchange
  /// makes the news later.
  mutating func ask(
    _ pending: Disturbance, settling: Bool, now: ContinuousClock.Instant
  ) throws(NetlinkError) {
    let subjects = subjects(pending)
    var roots: [Subject] = []
    var foreseen: [Bound] = []
    var left: [Subject] = []
    for subject in subjects {
      // Without an address that could be the source there is no path to everywhere, whatever the routes.
      let isUsable = subject.scope == 0 || view.links[subject.scope]?.isWorthAsking == true
      guard isUsable, subject.destination != nil || view.addresses.hasCounting(subject.family) else {
        found(.notAsked, subject, now)
        if details != nil { left.append(subject) }
        continue
      }
      roots.append(subject)
      if let links = foreseenLinks(pending, subject) {
        for link in links { foreseen.append((subject, link)) }
      } else {
        left.append(subject)
      }
    }
    var targets = roots.map(\.root)
    for question in foreseen { targets.append(question.subject.target(question.link)) }
    let answers = try RouteSurvey.findings(targets, &kernel, settling: settling, fearsLoss: pending.removal)
    for (subject, finding) in zip(roots, answers) { found(finding, subject, now) }
    found(answers.dropFirst(roots.count), foreseen, now)
    var bound: [Bound] = []
    for subject in left
    where findings.leads(subject) || (details != nil && subject.destination == nil) {
      for link in links(pending, subject) { bound.append((subject, link)) }
    }
    if !bound.isEmpty {
      found(try RouteSurvey.findings(bound.map { $0.subject.target($0.link) }, &kernel)[...], bound, now)
    }
    for subject in subjects where findings.leads(subject) { findings.complete(subject) }
  }

  /// The links that will be asked about a subject if there is a way; nil if it is better to wait and see: there are many
  /// of them, or the way may be gone.
  private mutating func foreseenLinks(_ pending: Disturbance, _ subject: Subject) -> [Int32]? {
    guard !pending.removal, details == nil, subject.scope == 0, view.links.count <= Self.fewLinks else {
      return nil
    }
    if findings.leads(subject) { return links(pending, subject) }
    return view.links.values.filter(\.isWorthAsking).map(\.index)
  }

  private static var fewLinks: Int { 8 }

  private mutating func found(
    _ answers: ArraySlice<RouteFinding>, _ bound: [Bound], _ now: ContinuousClock.Instant
  ) {
    for (finding, question) in zip(answers, bound) where findings.leads(question.subject) || details != nil {
      findings.found(finding, question.subject, boundTo: question.link)
      noteSources(finding)
      let target = question.subject.target(question.link)
      expiries.found(finding, target, now: now)
      details?[target] = finding
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
    if isWhole {
      for link in findings.links(subject) where view.links[link]?.isWorthAsking != true {
        lose(link, subject)
      }
      return view.links.values.filter(\.isWorthAsking).map(\.index)
    }
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
      lose(link, subject)
      return false
    }
  }

  /// A link cannot be used: there is no way over it.
  private mutating func lose(_ link: Int32, _ subject: Subject) {
    findings.found(nil, subject, boundTo: link)
    expiries.forget(subject.target(link))
  }

  /// Whether packets that go so may carry another source once these addresses are not what they were.
  private func depends(_ way: RouteWay, _ link: Int32, on addresses: Set<RawAddress>) -> Bool {
    way.sources.contains { addresses.contains($0) || !view.addresses.isSettled($0, on: link) }
  }
}
