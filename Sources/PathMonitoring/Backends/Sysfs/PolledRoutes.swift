internal import Netlink

/// Ways out as connected sockets and the routes that could be read tell them: one poll's.
struct PolledRoutes {
  /// What the most of a group's unbound connections came to.
  private enum Consensus {
    case ways(links: [Int32], source: RawAddress)
    case refused(Errno)
    /// Routes to single networks catch all.
    case narrow(UInt8)
  }

  /// A thing that was asked already in this poll.
  private struct Key: Hashable {
    var family: AddressFamily
    var group: Int
  }

  private let system: any PolledSystem
  /// Names by index.
  private let links: [Int32: String]
  private let indexes: [String: Int32]
  /// The links that have an address; those that others prefer come first.
  private let holders: [RawAddress: [Int32]]
  /// Routes by family that catch a probe, in the order of their file; nil if it cannot be read.
  private let routes: [AddressFamily: [PolledRoute]]
  /// All routes that could be read.
  private let everyRoute: [AddressFamily: [PolledRoute]]
  private let loopback: Int32?
  /// The families whose file was read to its end.
  private let whole: Set<AddressFamily>

  private var consensuses: [Key: Consensus] = [:]
  private var connections: [RouteQuestion: PolledConnection] = [:]
  /// The links that were refused one address of IPv6's and have no route that could lead to another.
  private var refusals: [Int32: Errno] = [:]

  init(
    _ system: any PolledSystem, links: [LinkMessage], addresses: [AddressMessage],
    routes: [AddressFamily: [PolledRoute]], whole: Set<AddressFamily> = []
  ) {
    self.system = system
    self.whole = whole
    everyRoute = routes
    loopback = links.first { $0.flags.contains(.loopback) }?.index
    // Most rows are of routes to single networks, which catch none of the addresses that are asked about.
    self.routes = routes.mapValues { $0.filter(PolledProbes.concerns) }
    self.links = Dictionary(links.map { ($0.index, $0.name ?? "") }) { first, _ in first }
    indexes = Dictionary(links.map { ($0.name ?? "", $0.index) }) { first, _ in first }
    let loopbacks = Set(links.filter { $0.flags.contains(.loopback) }.map(\.index))
    var holders: [RawAddress: [Int32]] = [:]
    for address in addresses where !loopbacks.contains(address.linkIndex) {
      if let own = address.local { holders[own, default: []].append(address.linkIndex) }
    }
    self.holders = holders
  }

  /// The answer that a lookup by netlink would give.
  mutating func answer(_ question: RouteQuestion) throws(SystemError) -> RouteAnswer {
    if !SampleAddresses.contains(question.destination) { return try single(question) }
    if question.linkIndex == 0 { return try unbound(question.destination) }
    return question.destination.family == .ipv4 ? try boundIPv4(question) : try boundIPv6(question)
  }

  // MARK: One destination

  private mutating func single(_ question: RouteQuestion) throws(SystemError) -> RouteAnswer {
    let destination = question.destination
    let source: RawAddress
    switch try connect(question) {
    case .refused(let errno): return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .notAllowed:
      return RouteAnswer(match: .refused(.networkUnreachable), choice: .refused(.networkUnreachable))
    case .source(let own): source = own
    }
    // 0.0.0.0 is answered with the loopback's address.
    if destination.isLoopback || source == destination || source.isLoopback {
      var answer = route(destination.family, legs: [], source: source)
      guard case .route(var match) = answer.match, case .route(var choice) = answer.choice else {
        return answer
      }
      match.kind = .local
      choice.outputIndex = loopback
      answer = RouteAnswer(match: .route(match), choice: .route(choice))
      return answer
    }
    var known: PolledRoute?
    for route in everyRoute[destination.family] ?? []
    where route.destination.sharesPrefix(Int(route.prefixLength), with: destination) && !route.isReject {
      if question.linkIndex != 0, indexes[route.linkName] != question.linkIndex { continue }
      if let best = known, (best.prefixLength, route.metric) >= (route.prefixLength, best.metric) { continue }
      known = route
    }
    // A bound socket of IPv4's is connected without any route.
    if question.linkIndex != 0, known == nil, destination.family == .ipv4 {
      return RouteAnswer(match: .refused(.hostUnreachable), choice: .refused(.hostUnreachable))
    }
    let isOwn = known.map { holders[source]?.contains(indexes[$0.linkName] ?? 0) == true } ?? false
    let link =
      question.linkIndex != 0 ? question.linkIndex : isOwn ? known.flatMap { indexes[$0.linkName] } : nil
    guard let index = link == nil ? try self.link(of: source, destination) : link else {
      return RouteAnswer(match: .refused(.networkUnreachable), choice: .refused(.networkUnreachable))
    }
    // A group is on the link, whichever route leads there, and so are all (255.255.255.255).
    let everybody = RawAddress(family: .ipv4, high: 0, low: 0xFFFF_FFFF)
    let isGroup = destination.isMulticast || destination == everybody
    let hasGateway = indexes[known?.linkName ?? ""] == index && !isGroup
    let gateway = hasGateway ? known?.gateway : nil
    return route(
      destination.family, length: known?.prefixLength ?? 0, metric: known?.metric ?? 0,
      legs: [RouteLeg(outputIndex: index, gateway: gateway)], source: source)
  }

  // MARK: Unbound

  private mutating func unbound(_ sample: RawAddress) throws(SystemError) -> RouteAnswer {
    switch try consensus(sample.family, PolledProbes.group(sample)) {
    case .refused(let errno): return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .narrow(let length): return route(sample.family, length: length, legs: [], source: nil)
    case .ways(var links, let source):
      // IPv6 names the leg first that it chose for the address (rt6_fill_node in net/ipv6/route.c).
      if sample.family == .ipv6, links.count > 1,
        case .source(let own) = try connect(RouteQuestion(destination: sample, linkIndex: 0)),
        let first = try link(of: own, sample), let place = links.firstIndex(of: first)
      {
        links = Array(links[place...] + links[..<place])
      }
      return route(sample.family, legs: links.flatMap { legs(sample, $0, among: links) }, source: source)
    }
  }

  private mutating func consensus(_ family: AddressFamily, _ group: Int) throws(SystemError) -> Consensus {
    let key = Key(family: family, group: group)
    if let known = consensuses[key] { return known }
    let found = try count(family, group)
    consensuses[key] = found
    return found
  }

  private mutating func count(_ family: AddressFamily, _ group: Int) throws(SystemError) -> Consensus {
    var votes: [(outcome: PolledConnection, link: Int32, probes: [RawAddress])] = []
    var narrow: UInt8?
    for probe in PolledProbes.addresses(family, group) {
      // Where the routes could be read, it is known which of them catch a probe.
      if family == .ipv4, let route = best(probe, of: nil),
        route.prefixLength > SampleAddresses.widestPrefix(family)
      {
        narrow = narrow ?? route.prefixLength
        continue
      }
      let outcome = try connect(RouteQuestion(destination: probe, linkIndex: 0))
      if outcome == .notAllowed { return .refused(.networkUnreachable) }
      var link: Int32 = 0
      if case .source(let source) = outcome { link = try self.link(of: source, probe) ?? 0 }
      if let place = votes.firstIndex(where: { $0.link == link && (link != 0 || $0.outcome == outcome) }) {
        votes[place].probes.append(probe)
      } else {
        votes.append((outcome, link, [probe]))
      }
    }
    // The first of those that have the most.
    guard let most = votes.map(\.probes.count).max(),
      let winner = votes.first(where: { $0.probes.count == most })
    else { return .narrow(narrow ?? UInt8(family.size * 8)) }
    switch winner.outcome {
    case .refused(let errno): return .refused(errno)
    case .notAllowed: return .refused(.networkUnreachable)
    case .source(let source):
      guard winner.link != 0 else { return .refused(.networkUnreachable) }
      let isShared = votes.count { $0.link != 0 } > 1
      let others = isShared ? try otherLegs(winner.link, votes.flatMap(\.probes)) : []
      return .ways(links: ordered([winner.link] + others, family), source: source)
    }
  }

  /// The links that a route by `link` leads by as well: connections to addresses side by side leave by both.
  private mutating func otherLegs(_ link: Int32, _ probes: [RawAddress]) throws(SystemError) -> [Int32] {
    var others: Set<Int32> = []
    for probe in probes {
      var found: Set<Int32> = []
      for number in 1...UInt64(6) {
        let address = PolledProbes.neighbour(probe, number)
        guard case .source(let source) = try connect(RouteQuestion(destination: address, linkIndex: 0)),
          let leg = try self.link(of: source, probe)
        else { continue }
        found.insert(leg)
      }
      if found.contains(link) { others.formUnion(found) }
    }
    others.remove(link)
    return others.sorted()
  }

  /// The legs in the order of their routes, as far as that is known; and those that IPv6's file shows beside.
  private func ordered(_ legs: [Int32], _ family: AddressFamily) -> [Int32] {
    var legs = legs
    let defaults = (routes[family] ?? []).filter { $0.prefixLength == 0 && !$0.isReject }
    if family == .ipv6, legs.count == 1, let first = legs.first,
      let own = defaults.filter({ indexes[$0.linkName] == first }).min(by: { $0.metric < $1.metric }),
      !own.isAdvertised
    {
      legs += defaults.filter { $0.metric == own.metric && !$0.isAdvertised && $0.gateway != nil }
        .compactMap { indexes[$0.linkName] }
    }
    let order = defaults.compactMap { indexes[$0.linkName] }
    func rank(_ leg: Int32) -> Int { order.firstIndex(of: leg) ?? .max }
    return Array(Set(legs)).sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The link by which packets with this source leave.
  private mutating func link(of source: RawAddress, _ probe: RawAddress) throws(SystemError) -> Int32? {
    // The route that could be read, if a socket that is bound to its link has the same source.
    if let route = best(probe, of: nil), !route.isReject, let index = indexes[route.linkName] {
      let bound = try connect(RouteQuestion(destination: probe, linkIndex: index))
      if bound == .source(source) { return index }
      if holders[source] == nil { return index }
    }
    if let holder = holders[source]?.first { return holder }
    // An address of the loopback link: whatever link sends with it.
    for index in links.keys.sorted() where source.family == .ipv6 {
      let bound = try connect(RouteQuestion(destination: probe, linkIndex: index))
      if bound == .source(source) { return index }
    }
    return nil
  }

  // MARK: Bound

  /// A bound socket of IPv4's is connected without any route (ip_route_output_key_hash_rcu in
  /// net/ipv4/route.c), so that routes tell the way, and the connection no more than the source.
  private mutating func boundIPv4(_ question: RouteQuestion) throws(SystemError) -> RouteAnswer {
    let sample = question.destination
    let route = best(sample, of: question.linkIndex)
    if let route, route.prefixLength > SampleAddresses.widestPrefix(.ipv4) {
      return self.route(.ipv4, length: route.prefixLength, legs: [], source: nil)
    }
    if case .ways(let links, let source) = try consensus(.ipv4, PolledProbes.group(sample)),
      links.contains(question.linkIndex)
    {
      var own = source
      if links.count > 1, case .source(let bound) = try connect(question) { own = bound }
      return self.route(
        .ipv4, metric: route?.metric ?? 0, legs: legs(sample, question.linkIndex, among: links),
        source: own)
    }
    guard let route, !route.isReject else {
      return RouteAnswer(match: .refused(.hostUnreachable), choice: .refused(.hostUnreachable))
    }
    let source: RawAddress?
    switch try connect(question) {
    case .source(let bound): source = bound
    case .refused(let errno): return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .notAllowed: source = ownSource(question.linkIndex, .ipv4)
    }
    return self.route(.ipv4, metric: route.metric, legs: legs(sample, question.linkIndex), source: source)
  }

  private mutating func boundIPv6(_ question: RouteQuestion) throws(SystemError) -> RouteAnswer {
    if let errno = refusals[question.linkIndex] {
      return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    }
    let route = best(question.destination, of: question.linkIndex)
    var source: RawAddress?
    switch try connect(question) {
    case .source(let bound): source = bound
    case .refused(let errno):
      // The file has the routes of all tables.
      let name = links[question.linkIndex]
      if whole.contains(.ipv6), routes[.ipv6]?.contains(where: { $0.linkName == name }) == false {
        refusals[question.linkIndex] = errno
      }
      return RouteAnswer(match: .refused(errno), choice: .refused(errno))
    case .notAllowed:
      if case .ways(let links, let own) = try consensus(.ipv6, 0), links.first == question.linkIndex {
        source = own
      } else if let route, !route.isReject {
        source = ownSource(question.linkIndex, .ipv6)
      } else {
        return RouteAnswer(match: .refused(.networkUnreachable), choice: .refused(.networkUnreachable))
      }
    }
    var answer = self.route(
      .ipv6, length: route?.prefixLength ?? 0, metric: route?.metric ?? 0,
      legs: legs(question.destination, question.linkIndex), source: source)
    if case .route(var match) = answer.match {
      match.preference = route?.preference
      answer.match = .route(match)
    }
    return answer
  }

  private mutating func connect(_ question: RouteQuestion) throws(SystemError) -> PolledConnection {
    if let known = connections[question] { return known }
    let name = question.linkIndex == 0 ? nil : links[question.linkIndex] ?? ""
    let connection = try system.connect(question.destination, boundTo: name)
    connections[question] = connection
    return connection
  }

  private func ownSource(_ link: Int32, _ family: AddressFamily) -> RawAddress? {
    holders.filter { $0.key.family == family && $0.key.isRoutable && $0.value.contains(link) }.keys
      .min { ($0.high, $0.low) < ($1.high, $1.low) }
  }

  // MARK: Routes

  /// The route that decides about an address among those that could be read: by a link, or by any.
  private func best(_ address: RawAddress, of link: Int32?) -> PolledRoute? {
    guard let all = routes[address.family] else { return nil }
    let name = link.map { links[$0] ?? "" }
    var best: PolledRoute?
    for route in all where route.destination.sharesPrefix(Int(route.prefixLength), with: address) {
      // All tables of IPv6's are in one file, so that a route that refuses may be of a table that is not asked.
      if let name, route.linkName != name, !route.isReject || address.family == .ipv6 { continue }
      if address.family == .ipv6, route.isReject { continue }
      if let best, (best.prefixLength, route.metric) >= (route.prefixLength, best.metric) { continue }
      best = route
    }
    return best
  }

  /// A leg by the link of a route that leads by all of `links`. IPv4's file shows the first leg only: what it
  /// shows of another leg's link is a worse route, whose gateway is not the leg's.
  private func legs(_ sample: RawAddress, _ link: Int32, among links: [Int32]) -> [RouteLeg] {
    guard sample.family == .ipv4, links.count > 1, let own = best(sample, of: link),
      let first = best(sample, of: nil),
      (own.prefixLength, own.metric) != (first.prefixLength, first.metric)
    else { return legs(sample, link) }
    return [RouteLeg(outputIndex: link)]
  }

  /// A leg by the link for each gateway of the route that decides.
  private func legs(_ sample: RawAddress, _ link: Int32) -> [RouteLeg] {
    guard let best = best(sample, of: link), !best.isReject,
      best.prefixLength <= SampleAddresses.widestPrefix(sample.family)
    else { return [RouteLeg(outputIndex: link)] }
    guard sample.family == .ipv6 else { return [RouteLeg(outputIndex: link, gateway: best.gateway)] }
    let equals = (routes[.ipv6] ?? []).filter {
      $0.linkName == best.linkName && $0.destination == best.destination && $0.metric == best.metric
        && $0.prefixLength == best.prefixLength && ($0 == best || !($0.isAdvertised || best.isAdvertised))
    }
    return equals.map { RouteLeg(outputIndex: link, gateway: $0.gateway) }
  }

  private func route(
    _ family: AddressFamily, length: UInt8 = 0, metric: UInt32 = 0, legs: [RouteLeg], source: RawAddress?
  ) -> RouteAnswer {
    var match = RouteMessage(family: family, prefixLength: length)
    match.priority = metric
    match.legs = legs
    match.outputIndex = legs.first?.outputIndex
    var choice = match
    choice.preferredSource = source
    return RouteAnswer(match: .route(match), choice: .route(choice))
  }
}
