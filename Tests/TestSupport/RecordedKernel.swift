package import Netlink
package import PathMonitoring

/// A kernel made of dumps: answers lookups from the recorded rules and routes as fib_rules.c, fib_trie.c and
/// route.c would for a local socket without a mark. For tests only: the product asks the real one.
package struct RecordedKernel: RouteKernel {
  package var links: [LinkMessage] = []
  package var addresses: [AddressMessage] = []
  package var routes: [RouteMessage] = []
  package var rules: [RuleMessage] = []

  package init() {}

  /// The state that a recording's dumps show.
  package init(_ capture: Capture) throws {
    for message in try capture.messages("getlink.nl") {
      if case .newLink(let link) = message { links.append(link) }
    }
    for message in try capture.messages("getaddr.nl") {
      if case .newAddress(let address) = message { addresses.append(address) }
    }
    for message in try capture.messages("getroute.nl") {
      if case .newRoute(let route) = message, !route.flags.contains(.cloned) { routes.append(route) }
    }
    for message in try capture.messages("getrule.nl") {
      if case .newRule(let rule) = message { rules.append(rule) }
    }
  }

  package mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    links.forEach(body)
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

  package mutating func hasNextHops() throws(NetlinkError) -> Bool { false }

  package mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? { nil }

  package mutating func lookUp(_ questions: [RouteQuestion]) throws(NetlinkError) -> [RouteAnswer] {
    questions.map(answer)
  }

  private func answer(_ question: RouteQuestion) -> RouteAnswer {
    switch route(question) {
    case .failure(let errno): return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .success(let match):
      var choice = match
      choice.flags.insert(.cloned)
      choice.prefixLength = UInt8(question.destination.family.size * 8)
      let leg = match.legs.first { question.linkIndex == 0 || $0.outputIndex == question.linkIndex }
      choice.outputIndex = leg?.outputIndex ?? match.outputIndex
      choice.gateway = leg?.gateway ?? match.gateway
      choice.preferredSource =
        match.preferredSource ?? source(question.destination.family, choice.outputIndex ?? 0)
      return RouteAnswer(match: .route(match), choice: .route(choice))
    }
  }

  private func route(_ question: RouteQuestion) -> Result<RouteMessage, Errno> {
    let family = question.destination.family.rawValue
    let rules = rules.filter { $0.family == family }.sorted { $0.priority < $1.priority }
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
        && (question.linkIndex == 0 || isReject(route) || leads(route, to: question.linkIndex))
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

  private func leads(_ route: RouteMessage, to index: Int32) -> Bool {
    route.outputIndex == index || route.legs.contains { $0.outputIndex == index }
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
