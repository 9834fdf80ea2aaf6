/// What events do to a simulated network.
extension SimulatedNetwork {
  /// Lets something happen; an event that makes no sense changes nothing. Of an event that takes time nothing
  /// happens here: `steps(of:)` says what it is made of.
  mutating func apply(_ event: SimulatedEvent) throws(SimulationProblem) {
    switch event {
    case .suspend, .resume, .fail, .recover, .set: try applyToWhole(event)
    default:
      var changed = self
      try changed.applyToLinks(event)
      changed.raw = nil
      self = changed
    }
  }

  /// What an event is made of, group by group, and how long after it each happens.
  func steps(of event: SimulatedEvent) throws(SimulationProblem) -> [(
    after: Duration, events: [SimulatedEvent]
  )] {
    switch event {
    case .flap(let name, let times, let period):
      let link = try links[place(name, "cable that is in") { $0.isCable && $0.condition == .usable }].name
      let period = SimulatedEvent.bounded(period)
      return (0..<SimulatedEvent.bounded(times)).flatMap { time in
        [(period * time, [.unplug(link)]), (period * time + period / 2, [.plug(link)])]
      }
    case .roam(let name, let loss, let keepsAddress):
      let link = try links[
        place(name, "Wi-Fi that has joined") { $0.type == .wifi && $0.condition == .usable }
      ].name
      return [
        (.zero, [.loseSignal(link)] + (keepsAddress ? [] : [.loseDHCP(link)])),
        (
          SimulatedEvent.bounded(loss),
          [.findSignal(link)] + (keepsAddress ? [] : [.getDHCP(link, .elsewhere)])
        ),
      ]
    default: return [(.zero, [event])]
    }
  }

  private mutating func applyToWhole(_ event: SimulatedEvent) throws(SimulationProblem) {
    switch event {
    case .suspend:
      guard reportAsleep == nil else { throw SimulationProblem("the host sleeps already") }
      reportAsleep = report
      raw = nil
      for place in links.indices {
        if links[place].type == .wifi { leave(place) }
        if links[place].type == .cellular, links[place].condition == .usable {
          links[place].condition = .dormant
        }
      }
    case .resume:
      guard reportAsleep != nil else { throw SimulationProblem("the host does not sleep") }
      reportAsleep = nil
    case .fail(let reason): failure = reason
    case .recover:
      guard failure != nil else { throw SimulationProblem("the backend has not failed") }
      failure = nil
    case .set(let snapshot): take(snapshot)
    default: break
    }
  }

  private mutating func applyToLinks(_ event: SimulatedEvent) throws(SimulationProblem) {
    switch event {
    case .addLink(let link): try add(link)
    case .removeLink(let name): links.remove(at: try place(name))
    case .plug(nil) where !links.contains(where: \.isCable): try add(.ethernet())
    case .plug(let name):
      let place = try place(name, "cable that is out") { $0.isCable && $0.condition != .usable }
      links[place].condition = .usable
    case .unplug(let name):
      let place = try place(name, "cable that is in") { $0.isCable && $0.condition != .noCarrier }
      links[place].condition = .noCarrier
    case .bringUp(let name): links[try place(name)].isSwitchedOn = true
    case .bringDown(let name): links[try place(name)].isSwitchedOn = false
    case .joinWiFi(let network, let name, let dhcp):
      let place = try place(name, .wifi("wlan0"))
      links[place].condition = .usable
      links[place].network = network
      links[place].ipv4 = dhcp ? .ipv4(.wifi) : nil
      links[place].ipv6 = nil
    case .leaveWiFi(let name):
      let place = try place(name, "Wi-Fi that has joined") { $0.type == .wifi && $0.condition == .usable }
      try check(place, is: .wifi)
      leave(place)
    case .loseSignal(let name):
      let place = try place(name, "Wi-Fi or modem with a signal") { $0.isWireless && $0.condition == .usable }
      links[place].condition = .noCarrier
    case .findSignal(let name):
      let place = try place(name, "Wi-Fi or modem out of reach") {
        $0.isWireless && $0.condition == .noCarrier
      }
      links[place].condition = .usable
    case .getDHCP(let name, let address):
      let place = try place(name, "link without an IPv4 address") { $0.awaits($0.ipv4) }
      links[place].ipv4 = address ?? .ipv4(links[place].type)
    case .loseDHCP(let name): links[try place(ofUsed: name) { $0.ipv4 != nil }].ipv4 = nil
    case .gainIPv6(let name, let address):
      let place = try place(name, "link without an IPv6 address") { $0.awaits($0.ipv6) }
      links[place].ipv6 = address ?? .ipv6(links[place].type)
    case .loseIPv6(let name): links[try place(ofUsed: name) { $0.ipv6 != nil }].ipv6 = nil
    case .startVPN(let name, let lowerLink, let split):
      if let lowerLink { _ = try place(lowerLink) }
      var link = SimulatedLink.tunnel(name ?? "tun0")
      link.lowerLink = lowerLink
      link.isSplit = split
      try add(link)
    case .stopVPN(let name):
      let place = try place(name, "tunnel", where: \.isTunnel)
      guard links[place].isTunnel else { throw SimulationProblem("\"\(links[place].name)\" is no tunnel") }
      links.remove(at: place)
    case .dial(let name):
      let place = try place(name, .modem("wwan0"))
      links[place].condition = .usable
      if links[place].ipv4 == nil, links[place].ipv6 == nil { links[place].ipv4 = .ipv4(.cellular) }
    case .hangUp(let name):
      let place = try place(name, "modem in use") { $0.type == .cellular && $0.condition == .usable }
      try check(place, is: .cellular)
      links[place].condition = .dormant
    case .tetherPhone(let name):
      let name = name ?? links.first { $0.isPhone }?.name ?? "usb0"
      if !links.contains(where: { $0.name == name }) { try add(.phone(name)) }
      let place = try place(name)
      links[place].condition = .usable
      links[place].isMetered = true
      if links[place].ipv4 == nil { links[place].ipv4 = .phone }
    case .untetherPhone(let name): links.remove(at: try place(name, "phone", where: \.isPhone))
    case .resolverGone:
      guard !nameservers.isEmpty else { throw SimulationProblem("no name server is configured already") }
      lastNameservers = nameservers
      nameservers = []
    case .resolverBack(let hosts): nameservers = hosts.isEmpty ? lastNameservers : hosts
    case .prefer(let name):
      let place = try place(name)
      let lowest = links.indices.filter { $0 != place }.map { links[$0].effectiveMetric }.min()
      links[place].metric = max(lowest ?? 1, .min + 1) - 1
    case .setMetric(let name, let metric): links[try place(name)].metric = metric
    case .flap, .roam, .suspend, .resume, .fail, .recover, .set: break
    }
  }

  private mutating func leave(_ place: Int) {
    links[place].condition = .noCarrier
    links[place].network = nil
    links[place].ipv4 = nil
    links[place].ipv6 = nil
  }

  /// Goes over to what a snapshot shows, as far as links can tell it.
  private mutating func take(_ snapshot: NetworkSnapshot) {
    links = []
    for link in snapshot.links {
      // What no host has, two links of one name or index, is shown and cannot be told further.
      try? add(SimulatedLink(link))
    }
    for (place, egress) in snapshot.egresses.enumerated() {
      guard let link = links.firstIndex(where: { $0.index == egress.linkIndex }) else { continue }
      let type = links[link].type
      if links[link].metric == nil { links[link].metric = 100 * (place + 1) }
      switch egress.family {
      case .ipv4: links[link].ipv4 = links[link].ipv4 ?? SimulatedAddress(egress, else: .ipv4(type))
      case .ipv6: links[link].ipv6 = links[link].ipv6 ?? SimulatedAddress(egress, else: .ipv6(type))
      }
    }
    if !nameservers.isEmpty { lastNameservers = nameservers }
    nameservers = snapshot.hasNameserver ? lastNameservers : []
    raw = snapshot
  }
}

extension SimulatedAddress {
  /// The address that an egress goes by; `usual` where the egress does not tell.
  fileprivate init(_ egress: NetworkEgress, else usual: SimulatedAddress) {
    self = usual
    gateway = egress.gateways.first
    if let source = egress.source { address = source }
  }
}
