/// Makes JSON of a scenario: what `ScenarioReader` and `SnapshotReader` read. What has its usual value is left out.
enum ScenarioWriter {
  private typealias Members = [(String, JSONValue)]

  static func value(_ scenario: Scenario) -> JSONValue {
    var members: Members = [("scenario", .string(scenario.name))]
    if !scenario.about.isEmpty { members.append(("about", .string(scenario.about))) }
    switch scenario.start {
    case .links(let links, let nameservers):
      members.append(("links", .array(links.map(value))))
      members.append(("nameservers", hosts(nameservers)))
    case .snapshot(let snapshot): members.append(("snapshot", value(snapshot)))
    }
    members.append(("steps", .array(scenario.steps.map(value))))
    if scenario.passes != 1 { members.append(("repeat", .number(scenario.passes))) }
    return .object(members)
  }

  static func value(_ step: Scenario.Step) -> JSONValue {
    var members: Members = [("after", .string(DurationText.text(step.after)))]
    members.append(("do", .string(step.event.verb.rawValue)))
    members += self.members(step.event)
    if let note = step.note { members.append(("note", .string(note))) }
    return .object(members)
  }

  static func value(_ snapshot: NetworkSnapshot) -> JSONValue {
    var members: Members = []
    if !snapshot.links.isEmpty { members.append(("links", .array(snapshot.links.map(value)))) }
    if !snapshot.egresses.isEmpty { members.append(("egresses", .array(snapshot.egresses.map(value)))) }
    members += flag("nameserver", snapshot.hasNameserver) + flag("unknown", snapshot.isUnknown)
    return .object(members)
  }

  private static func members(_ event: SimulatedEvent) -> Members {
    switch event {
    case .addLink(let link): [("link", value(link))]
    case .removeLink(let name), .bringUp(let name), .bringDown(let name), .prefer(let name):
      text("link", name)
    case .plug(let name), .unplug(let name), .leaveWiFi(let name), .loseSignal(let name),
      .findSignal(let name),
      .loseDHCP(let name), .loseIPv6(let name), .stopVPN(let name), .dial(let name), .hangUp(let name),
      .tetherPhone(let name), .untetherPhone(let name):
      text("link", name)
    case .joinWiFi(let network, let link, let dhcp):
      text("network", network) + text("link", link) + (dhcp ? [] : [("dhcp", .bool(false))])
    case .roam(let link, let loss, let keepsAddress):
      text("link", link) + [("loss", .string(DurationText.text(loss)))]
        + (keepsAddress ? [] : [("keepsAddress", .bool(false))])
    case .getDHCP(let link, let address), .gainIPv6(let link, let address):
      text("link", link) + (address.map(members) ?? [])
    case .startVPN(let link, let lowerLink, let split):
      text("link", link) + text("over", lowerLink) + flag("split", split)
    case .resolverBack(let nameservers): nameservers.isEmpty ? [] : [("nameservers", hosts(nameservers))]
    case .setMetric(let link, let metric): text("link", link) + [("metric", .number(metric))]
    case .flap(let link, let times, let period):
      text("link", link) + [("times", .number(times)), ("period", .string(DurationText.text(period)))]
    case .fail(let reason): text("reason", reason)
    case .set(let snapshot): [("snapshot", value(snapshot))]
    case .resolverGone, .suspend, .resume, .recover: []
    }
  }

  private static func value(_ link: SimulatedLink) -> JSONValue {
    var members = text("name", link.name) + text("type", InterfaceTypeName.name(link.type))
    if let index = link.index { members.append(("index", .number(index))) }
    members += condition(link.condition)
    if !link.isSwitchedOn { members.append(("up", .bool(false))) }
    if let address = link.ipv4 { members.append(("ipv4", .object(self.members(address)))) }
    if let address = link.ipv6 { members.append(("ipv6", .object(self.members(address)))) }
    if let metric = link.metric { members.append(("metric", .number(metric))) }
    members += flag("metered", link.isMetered) + flag("tunnel", link.isTunnel) + text("over", link.lowerLink)
    members += flag("split", link.isSplit) + text("network", link.network)
    return .object(members)
  }

  private static func value(_ link: NetworkLink) -> JSONValue {
    var members = text("name", link.interface.name) + [("index", .number(link.interface.index))]
    members += text("type", InterfaceTypeName.name(link.interface.type)) + condition(link.condition)
    if !link.underlyingTypes.isEmpty {
      let names = link.underlyingTypes.map(InterfaceTypeName.name).sorted()
      members.append(("over", .array(names.map { .string($0) })))
    }
    members += flag("tunnel", link.isTunnel) + flag("metered", link.isMetered)
    return .object(members)
  }

  private static func value(_ egress: NetworkEgress) -> JSONValue {
    var members = text("family", ScenarioKeys.families.name(egress.family))
    members.append(("link", .number(egress.linkIndex)))
    if !egress.gateways.isEmpty { members.append(("gateways", hosts(egress.gateways))) }
    if let source = egress.source {
      var parts = text("address", source.address.debugDescription) + state(source.state)
      if source.isRoutable != LocalAddress(source.address).isRoutable {
        parts.append(("routable", .bool(source.isRoutable)))
      }
      members.append(("source", .object(parts)))
    }
    return .object(members)
  }

  private static func members(_ address: SimulatedAddress) -> Members {
    text("address", address.address.address.debugDescription)
      + text("gateway", address.gateway?.debugDescription)
      + state(address.address.state)
  }

  private static func condition(_ condition: NetworkLink.Condition) -> Members {
    condition == .usable ? [] : text("condition", ScenarioKeys.conditions.name(condition))
  }

  private static func state(_ state: LocalAddress.State) -> Members {
    state == .preferred ? [] : text("state", ScenarioKeys.states.name(state))
  }

  private static func hosts(_ hosts: [NetworkEndpoint.Host]) -> JSONValue {
    .array(hosts.map { .string($0.debugDescription) })
  }

  private static func text(_ key: String, _ text: String?) -> Members {
    text.map { [(key, .string($0))] } ?? []
  }

  private static func flag(_ key: String, _ flag: Bool) -> Members { flag ? [(key, .bool(true))] : [] }
}
