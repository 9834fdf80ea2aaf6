/// The network that a simulation plays: links, name servers, and what was said of the backend itself. A value
/// without a clock; what an event does to it stands in `SimulatedNetwork+Events.swift`.
struct SimulatedNetwork: Hashable, Sendable {
  /// The name server of a network that was not told another (RFC 5737).
  static let usualNameserver: NetworkEndpoint.Host = "192.0.2.53"

  /// The links by their index, which each has.
  var links: [SimulatedLink] = []
  var nameservers: [NetworkEndpoint.Host]
  /// Those that a lost resolver comes back with.
  var lastNameservers: [NetworkEndpoint.Host]
  /// Why the backend cannot tell.
  var failure: String?
  /// What everybody knew when the host went to sleep; nil if it is awake.
  var reportAsleep: SnapshotReceiver.Event?
  /// What the network was set to, until something happens to it.
  var raw: NetworkSnapshot?
  private var nextIndex = 2

  /// How many links there may be: what happens to one looks at all.
  static let linkLimit = 1000

  init(nameservers: [NetworkEndpoint.Host] = [usualNameserver]) {
    self.nameservers = nameservers
    lastNameservers = nameservers.isEmpty ? [Self.usualNameserver] : nameservers
  }

  /// What a backend has to say.
  var report: SnapshotReceiver.Event {
    reportAsleep ?? failure.map { .failure($0) } ?? .snapshot(snapshot)
  }

  /// What a path is decided from.
  var snapshot: NetworkSnapshot {
    if let raw { return raw }
    var snapshot = NetworkSnapshot(hasNameserver: !nameservers.isEmpty)
    snapshot.links = links.map(networkLink)
    for family in NetworkEgress.Family.allCases {
      for link in ordered where link.isSwitchedOn && !link.isSplit {
        guard let way = link.address(family) else { continue }
        let interface = interface(link)
        snapshot.egresses.append(
          NetworkEgress(
            family, linkIndex: interface.index,
            gateways: way.gateway.map { [$0.scoped(to: interface)] } ?? [], source: way.address))
      }
    }
    return snapshot
  }

  /// The links by preference.
  var ordered: [SimulatedLink] {
    links.sorted { ($0.effectiveMetric, $0.index ?? 0) < ($1.effectiveMetric, $1.index ?? 0) }
  }

  /// The first link that packets leave by and that is no tunnel.
  var primary: SimulatedLink? {
    ordered.first { link in
      !link.isTunnel && link.effectiveCondition == .usable && (link.ipv4 ?? link.ipv6) != nil
    }
  }

  /// Adds a link, and gives it an index if it has none.
  mutating func add(_ link: SimulatedLink) throws(SimulationProblem) {
    var link = link
    let index = link.index ?? nextIndex
    // An index is a C int of the kernel's; 0 is none.
    guard (1...Int(Int32.max)).contains(index) else {
      throw SimulationProblem(
        "link \"\(link.name)\" cannot have the index \(index); it is from 1 to 2147483647")
    }
    guard links.count < Self.linkLimit else {
      throw SimulationProblem("there are \(Self.linkLimit) links already; set a snapshot to show more")
    }
    guard !link.name.isEmpty else { throw SimulationProblem("a link needs a name") }
    guard !links.contains(where: { $0.name == link.name }) else {
      throw SimulationProblem("there is a link \"\(link.name)\" already; take another name")
    }
    guard !links.contains(where: { $0.index == index }) else {
      throw SimulationProblem("link \"\(link.name)\" cannot have the index \(index), which another has")
    }
    link.index = index
    if link.condition == .down { (link.isSwitchedOn, link.condition) = (false, .usable) }
    links.append(link)
    links.sort { ($0.index ?? 0) < ($1.index ?? 0) }
    // As in the kernel, the index of a link that has gone is not given again.
    nextIndex = max(nextIndex, index + 1)
  }

  private func interface(_ link: SimulatedLink) -> NetworkInterface {
    NetworkInterface(name: link.name, index: link.index ?? 0, type: link.type)
  }

  private func networkLink(_ link: SimulatedLink) -> NetworkLink {
    let below = lowerLinks(link)
    return NetworkLink(
      interface(link), condition: link.effectiveCondition, underlyingTypes: Set(below.map(\.type)),
      isTunnel: link.isTunnel, isMetered: link.isMetered || below.contains(where: \.isMetered))
  }

  /// All links below a link, the nearest first.
  private func lowerLinks(_ link: SimulatedLink) -> [SimulatedLink] {
    var below: [SimulatedLink] = []
    var top = link
    while top.isTunnel || top.lowerLink != nil {
      let lower = top.lowerLink.map { name in links.first { $0.name == name } } ?? primary
      // A file can say that two run over one another.
      guard let lower, lower.name != link.name, !below.contains(where: { $0.name == lower.name }) else {
        break
      }
      below.append(lower)
      top = lower
    }
    return below
  }
}

extension NetworkEndpoint.Host {
  /// The host with the link on which its address is valid, if it is valid on one only.
  func scoped(to interface: NetworkInterface) -> NetworkEndpoint.Host {
    guard case .ipv6(let address) = self, address.isLinkLocal, address.interface == nil,
      let scoped = IPv6Address(address.rawValue, interface)
    else { return self }
    return .ipv6(scoped)
  }
}
