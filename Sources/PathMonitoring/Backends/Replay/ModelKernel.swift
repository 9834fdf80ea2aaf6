package import Netlink

/// A kernel made of what was heard of one: answers lookups from its rules and routes as fib_rules.c, fib_trie.c and
/// route.c would for a local socket without a mark. For what a recording holds no answer to; the real kernel is
/// always asked.
package struct ModelKernel: RouteKernel {
  package var links: [LinkMessage] = []
  package var addresses: [AddressMessage] = []
  package var routes: [RouteMessage] = []
  package var rules: [RuleMessage] = []
  package var nextHops: [UInt32: NextHopMessage] = [:]
  /// Links of which the wireless extensions have spoken since they were dumped.
  var wirelessLinks: Set<Int32> = []

  package init() {}

  package mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    for link in links {
      body(link)
      guard wirelessLinks.contains(link.index) else { continue }
      var event = LinkMessage(index: link.index, hardwareType: link.hardwareType, flags: link.flags)
      event.isWirelessEvent = true
      body(event)
    }
    return true
  }

  package mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    addresses.forEach(body)
    return true
  }

  package mutating func settle() throws(NetlinkError) {}

  package mutating func hasNextHops() throws(NetlinkError) -> Bool { !nextHops.isEmpty }

  package mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? { nextHops[id] }

  package mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError) {
    for (index, question) in questions.enumerated() { hear(index, answer(question)) }
  }

  /// The answer to a question.
  func answer(_ question: RouteQuestion) -> RouteAnswer {
    switch route(question) {
    case .failure(let errno): return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .success(let match):
      var choice = match
      choice.flags.insert(.cloned)
      choice.prefixLength = UInt8(question.destination.family.size * 8)
      let leg = legs(match).first { question.linkIndex == 0 || $0.outputIndex == question.linkIndex }
      choice.outputIndex = leg?.outputIndex
      choice.gateway = leg?.gateway
      choice.preferredSource =
        match.preferredSource ?? source(question.destination.family, choice.outputIndex ?? 0)
      return RouteAnswer(match: .route(match), choice: .route(choice))
    }
  }

  private func route(_ question: RouteQuestion) -> Result<RouteMessage, Errno> {
    let family = question.destination.family
    var rules = rules.filter { $0.family == family.rawValue }.sorted { $0.priority < $1.priority }
    // A capture need not tell of those that are always there.
    if rules.isEmpty { rules = [RuleMessage(family, table: 254), RuleMessage(family, table: 253)] }
    for rule in rules where applies(rule, question) {
      switch rule.action {
      case .unreachable: return .failure(.networkUnreachable)
      case .prohibit: return .failure(.accessDenied)
      case .blackhole: return .failure(.invalidArgument)
      case .toTable:
        if let found = look(in: rule, question) { return found }
      default: continue
      }
    }
    return .failure(.networkUnreachable)
  }

  private func applies(_ rule: RuleMessage, _ question: RouteQuestion) -> Bool {
    // Of a VRF: only bound sockets get there, and links of a VRF are not asked.
    if rule.selectsVRF || rule.sourceLength > 0 || rule.destinationLength > 0 { return false }
    var matches = rule.mark == 0
    if let name = rule.inputName, name != "lo" { matches = false }
    if let name = rule.outputName {
      matches = matches && links.contains { $0.index == question.linkIndex && $0.name == name }
    }
    return matches != rule.flags.contains(.inverted)
  }

  private func look(in rule: RuleMessage, _ question: RouteQuestion) -> Result<RouteMessage, Errno>? {
    let family = question.destination.family
    let candidates = routes.filter { route in
      let network = route.destination ?? RawAddress(family: family, high: 0, low: 0)
      return route.family == family.rawValue && route.table == rule.table
        && network.sharesPrefix(Int(route.prefixLength), with: question.destination)
        && (question.linkIndex == 0 || isReject(route)
          || legs(route).contains { $0.outputIndex == question.linkIndex })
    }
    let best = candidates.min { ($1.prefixLength, $0.priority) < ($0.prefixLength, $1.priority) }
    guard let best else { return nil }
    if let limit = rule.suppressedPrefixLength, Int32(best.prefixLength) <= limit { return nil }
    switch best.kind {
    case .throw: return nil
    case .unreachable: return .failure(.hostUnreachable)
    case .prohibit: return .failure(.accessDenied)
    case .blackhole: return .failure(.invalidArgument)
    default: return .success(best)
    }
  }

  private func isReject(_ route: RouteMessage) -> Bool {
    [.blackhole, .unreachable, .prohibit, .throw].contains(route.kind)
  }

  /// The ways of a route: its own, its multipath's or those of its next hop object.
  private func legs(_ route: RouteMessage) -> [RouteLeg] {
    if !route.legs.isEmpty { return route.legs }
    if let index = route.outputIndex { return [RouteLeg(outputIndex: index, gateway: route.gateway)] }
    guard let id = route.nextHopID, let hop = nextHops[id] else { return [] }
    let hops = hop.members.isEmpty ? [hop] : hop.members.compactMap { nextHops[$0] }
    return hops.compactMap { hop in hop.outputIndex.map { RouteLeg(outputIndex: $0, gateway: hop.gateway) } }
  }

  /// The source that the kernel would take: a routable address of the link, else of any, else link-local.
  private func source(_ family: AddressFamily, _ index: Int32) -> RawAddress? {
    let fit = addresses.filter { address in
      address.local?.family == family && !address.flags.contains(.tentative)
    }
    let own = fit.filter { $0.linkIndex == index }
    return own.first { $0.local?.isRoutable == true }?.local ?? fit.first { $0.local?.isRoutable == true }?
      .local
      ?? own.first?.local
  }
}
