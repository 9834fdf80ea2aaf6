/// Makes a scenario of JSON.
enum ScenarioReader {
  private typealias V = JSONValue

  static func scenario(_ value: JSONValue) throws(TextError) -> Scenario {
    let fields = try JSONFields(value, "a scenario", keys: ScenarioKeys.scenario)
    // Editors find the schema by it.
    _ = try fields.optional("$schema", V.readString)
    let links = try fields.optional("links", V.readArray(limit: SimulatedNetwork.linkLimit, placedLink))
    let nameservers = try fields.optional("nameservers", V.readArray(limit: 100, SnapshotReader.address))
    let snapshot = try fields.optional("snapshot", SnapshotReader.snapshot)
    let steps = try fields.optional("steps", V.readArray(limit: ScenarioKeys.listLimit, step)) ?? []
    var scenario = Scenario(
      name: try fields.required("scenario", V.readString),
      about: try fields.optional("about", V.readString) ?? "",
      links: links?.map(\.link) ?? [], nameservers: nameservers ?? [SimulatedNetwork.usualNameserver],
      steps: steps.map(\.step),
      passes: try fields.optional("repeat", V.readNumber(1...ScenarioKeys.passLimit)) ?? 1)
    if let snapshot {
      guard links == nil, nameservers == nil else {
        throw TextError(
          fields.offset(of: "snapshot"),
          "\"snapshot\" says all that there is at first; leave out \"links\" and \"nameservers\"")
      }
      scenario.start = .snapshot(snapshot)
    }
    try check(scenario, links ?? [], steps.map(\.offset), fields)
    return scenario
  }

  /// Tries all of it.
  private static func check(
    _ scenario: Scenario, _ links: [(link: SimulatedLink, offset: Int)], _ offsets: [Int],
    _ fields: JSONFields
  ) throws(TextError) {
    var network = SimulatedNetwork()
    for (link, offset) in links {
      do throws(SimulationProblem) { try network.add(link) } catch {
        throw TextError(offset, error.description)
      }
    }
    if let (step, problem) = scenario.firstProblem { throw TextError(offsets[step], problem.description) }
    guard scenario.passDuration <= DurationText.limit / scenario.passes else {
      throw TextError(
        fields.offset(of: "steps"), "the scenario takes longer than ten years; shorten its steps")
    }
  }

  private static func step(_ value: JSONValue) throws(TextError) -> (step: Scenario.Step, offset: Int) {
    // Which keys there may be depends on the word, so it is read first.
    guard case .object(let members) = value.content, let word = members.first(where: { $0.key == "do" })
    else {
      _ = try JSONFields(value, "a step", keys: members(of: value))
      throw TextError(value.offset, "a step needs the key \"do\"")
    }
    let verb: SimulatedVerb
    do throws(TextError) {
      verb = try V.readWord(SimulatedVerb.table)(word.value)
    } catch {
      throw TextError(error.offset, "\"do\" \(error.reason)")
    }
    let fields = try JSONFields(
      value, "a step that does \"\(verb.rawValue)\"", keys: ScenarioKeys.step + verb.keys.known)
    let step = Scenario.Step(
      after: try fields.optional("after", V.readDuration) ?? .zero, try event(verb, fields),
      note: try fields.optional("note", V.readString))
    return (step, value.offset)
  }

  private static func members(of value: JSONValue) -> [String] {
    if case .object(let members) = value.content { members.map(\.key) } else { [] }
  }

  private static func event(_ verb: SimulatedVerb, _ fields: JSONFields) throws(TextError) -> SimulatedEvent {
    if verb == .addLink { return .addLink(try fields.required("link", placedLink).link) }
    if verb.keys.required.contains("link") {
      let link = try fields.required("link", V.readString)
      switch verb {
      case .removeLink: return .removeLink(link)
      case .bringUp: return .bringUp(link)
      case .bringDown: return .bringDown(link)
      case .prefer: return .prefer(link)
      default: return .setMetric(link, try fields.required("metric", V.readNumber(0...Int(Int32.max))))
      }
    }
    let link = try fields.optional("link", V.readString)
    switch verb {
    case .plug: return .plug(link)
    case .unplug: return .unplug(link)
    case .leaveWiFi: return .leaveWiFi(link)
    case .loseSignal: return .loseSignal(link)
    case .findSignal: return .findSignal(link)
    case .loseDHCP: return .loseDHCP(link)
    case .loseIPv6: return .loseIPv6(link)
    case .stopVPN: return .stopVPN(link)
    case .dial: return .dial(link)
    case .hangUp: return .hangUp(link)
    case .tetherPhone: return .tetherPhone(link)
    case .untetherPhone: return .untetherPhone(link)
    case .joinWiFi:
      return .joinWiFi(
        network: try fields.optional("network", V.readString), link: link,
        dhcp: try fields.optional("dhcp", V.readBool) ?? true)
    case .roam:
      return .roam(
        link, loss: try fields.optional("loss", V.readDuration) ?? .zero,
        keepsAddress: try fields.optional("keepsAddress", V.readBool) ?? true)
    case .getDHCP: return .getDHCP(link, try stepAddress(.ipv4, fields))
    case .gainIPv6: return .gainIPv6(link, try stepAddress(.ipv6, fields))
    case .startVPN:
      return .startVPN(
        link, over: try fields.optional("over", V.readString),
        split: try fields.optional("split", V.readBool) ?? false)
    case .flap:
      return .flap(
        link, times: try fields.required("times", V.readNumber(1...SimulatedEvent.flapLimit)),
        period: try fields.required("period", V.readDuration))
    case .resolverGone: return .resolverGone
    case .resolverBack:
      return .resolverBack(
        try fields.optional("nameservers", V.readArray(limit: 100, SnapshotReader.address)) ?? [])
    case .suspend: return .suspend
    case .resume: return .resume
    case .fail: return .fail(try fields.required("reason", V.readString))
    case .set: return .set(try fields.required("snapshot", SnapshotReader.snapshot))
    case .addLink, .removeLink, .bringUp, .bringDown, .prefer, .setMetric, .recover: return .recover
    }
  }

  private static func placedLink(_ value: JSONValue) throws(TextError) -> (link: SimulatedLink, offset: Int) {
    let fields = try JSONFields(value, "a link", keys: ScenarioKeys.link)
    var link = SimulatedLink(
      try fields.required("name", V.readString),
      try fields.required("type", V.readWord(InterfaceTypeName.all)))
    link.index = try fields.optional("index", V.readNumber(1...Int(Int32.max)))
    link.condition = try fields.optional("condition", V.readWord(ScenarioKeys.conditions)) ?? .usable
    link.isSwitchedOn = try fields.optional("up", V.readBool) ?? true
    link.ipv4 = try fields.optional("ipv4", address(.ipv4))
    link.ipv6 = try fields.optional("ipv6", address(.ipv6))
    link.metric = try fields.optional("metric", V.readNumber(0...Int(Int32.max)))
    link.isMetered = try fields.optional("metered", V.readBool) ?? false
    link.isTunnel = try fields.optional("tunnel", V.readBool) ?? false
    link.lowerLink = try fields.optional("over", V.readString)
    link.isSplit = try fields.optional("split", V.readBool) ?? false
    link.network = try fields.optional("network", V.readString)
    return (link, value.offset)
  }

  private static func address(
    _ family: NetworkEgress.Family
  ) -> (JSONValue) throws(TextError) -> SimulatedAddress {
    { value throws(TextError) in
      let fields = try JSONFields(value, "an address", keys: ScenarioKeys.address)
      return SimulatedAddress(
        try fields.required("address", SnapshotReader.address(of: family)),
        gateway: try fields.optional("gateway", SnapshotReader.address),
        state: try fields.optional("state", V.readWord(ScenarioKeys.states)) ?? .preferred)
    }
  }

  private static func stepAddress(
    _ family: NetworkEgress.Family, _ fields: JSONFields
  ) throws(TextError) -> SimulatedAddress? {
    let gateway = try fields.optional("gateway", SnapshotReader.address)
    let state = try fields.optional("state", V.readWord(ScenarioKeys.states))
    guard let address = try fields.optional("address", SnapshotReader.address(of: family)) else {
      guard gateway == nil, state == nil else {
        throw TextError(
          fields.offset(of: gateway == nil ? "state" : "gateway"),
          "\"gateway\" and \"state\" need an \"address\" beside them")
      }
      return nil
    }
    return SimulatedAddress(address, gateway: gateway, state: state ?? .preferred)
  }
}
