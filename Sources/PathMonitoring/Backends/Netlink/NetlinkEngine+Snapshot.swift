internal import Netlink

extension NetlinkEngine where Kernel: ~Copyable {
  mutating func composed() -> NetworkSnapshot {
    var snapshot = NetworkSnapshot(hasNameserver: hasNameserver)
    snapshot.resolverVersion = resolverVersion
    var told: [Int32: NetworkInterface] = [:]
    for family in AddressFamily.allCases {
      for (record, way) in ways(Subject(family: family)) {
        snapshot.egresses.append(egress(family, describe(record, in: &snapshot, &told), way))
      }
    }
    var routes: [NetworkEndpoint.Host: DestinationRoute] = [:]
    for (address, destination) in destinations {
      let family = destination.address.family
      // Of none if its link is not there, or cannot be used.
      let finding = findings.root(destination.subject)
      var route = DestinationRoute(finding?.place ?? .unreachable)
      for (record, way) in ways(destination.subject) {
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
  private func ways(_ subject: Subject) -> [(LinkRecord, RouteWay)] {
    guard let chosen = findings.root(subject)?.way else { return [] }
    var ways: [(LinkRecord, RouteWay)] = []
    // The host's own address is reached over a link that is no way out.
    if chosen.isLocal || subject.scope != 0 {
      for index in chosen.linkIndexes { if let link = view.links[index] { ways.append((link, chosen)) } }
      return ways
    }
    for (index, way) in findings.ways(subject) {
      if let link = view.links[index] { ways.append((link, way)) }
    }
    func rank(_ link: LinkRecord) -> Int { chosen.linkIndexes.firstIndex(of: link.index) ?? .max }
    return ways.sorted {
      (rank($0.0), $0.1.metric, $0.1.preferenceRank, $0.0.index)
        < (rank($1.0), $1.1.metric, $1.1.preferenceRank, $1.0.index)
    }
  }

  mutating func described(_ link: LinkRecord) -> NetworkLink {
    let nature = natures.nature(link, view.links)
    return NetworkLink(
      NetworkInterface(name: link.name, index: Int(link.index), type: nature.type), condition: link.condition,
      underlyingTypes: nature.underlyingTypes, isTunnel: nature.isTunnel, isMetered: nature.isMetered)
  }

  func egress(
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
}

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
