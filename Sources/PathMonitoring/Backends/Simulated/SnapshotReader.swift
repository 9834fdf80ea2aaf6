/// Makes a snapshot of JSON.
enum SnapshotReader {
  private typealias V = JSONValue

  static func snapshot(_ value: JSONValue) throws(TextError) -> NetworkSnapshot {
    let fields = try JSONFields(value, "a snapshot", keys: ScenarioKeys.snapshot)
    let limit = ScenarioKeys.listLimit
    var snapshot = NetworkSnapshot(hasNameserver: try fields.optional("nameserver", V.readBool) ?? false)
    snapshot.isUnknown = try fields.optional("unknown", V.readBool) ?? false
    let links = try fields.optional("links", V.readArray(limit: limit, link)) ?? []
    snapshot.links = links
    let interfaces = Dictionary(links.map { ($0.interface.name, $0.interface) }) { first, _ in first }
    let readEgress = { (value: JSONValue) throws(TextError) in try egress(value, interfaces) }
    snapshot.egresses = try fields.optional("egresses", V.readArray(limit: limit, readEgress)) ?? []
    return snapshot
  }

  /// A numeric address of either family.
  static func address(_ value: JSONValue) throws(TextError) -> NetworkEndpoint.Host {
    try address(value, [:])
  }

  /// A numeric address of one family.
  static func address(
    of family: NetworkEgress.Family
  ) -> (JSONValue) throws(TextError) -> NetworkEndpoint.Host {
    { value throws(TextError) in
      let host = try address(value)
      switch (host, family) {
      case (.ipv4, .ipv4), (.ipv6, .ipv6): return host
      case (_, .ipv4): throw TextError(value.offset, "should be an IPv4 address, such as \"192.0.2.10\"")
      case (_, .ipv6): throw TextError(value.offset, "should be an IPv6 address, such as \"2001:db8::10\"")
      }
    }
  }

  /// A numeric address; one with `%` and a link's name is scoped to that link of the snapshot, not of this host.
  private static func address(
    _ value: JSONValue, _ interfaces: [String: NetworkInterface]
  ) throws(TextError) -> NetworkEndpoint.Host {
    let text = try V.readString(value)
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if let address = parts.first {
      let interface = parts.count == 2 ? interfaces[parts[1]] : nil
      guard parts.count == 1 || interface != nil else {
        throw TextError(value.offset, "\"\(text)\" names no link of the snapshot after the %")
      }
      if let bytes = IPv4Address(address)?.rawValue, let address = IPv4Address(bytes, interface) {
        return .ipv4(address)
      }
      if let bytes = IPv6Address(address)?.rawValue, let address = IPv6Address(bytes, interface) {
        return .ipv6(address)
      }
    }
    let hint = text.contains("/") ? "; leave out the / and what follows" : ""
    throw TextError(value.offset, "\"\(text)\" is no IPv4 or IPv6 address\(hint)")
  }

  private static func link(_ value: JSONValue) throws(TextError) -> NetworkLink {
    let fields = try JSONFields(value, "a link of a snapshot", keys: ScenarioKeys.snapshotLink)
    let interface = NetworkInterface(
      name: try fields.required("name", V.readString),
      index: try fields.required("index", V.readNumber(0...Int(Int32.max))),
      type: try fields.required("type", V.readWord(InterfaceTypeName.all)))
    let below = try fields.optional("over", V.readArray(limit: 5, V.readWord(InterfaceTypeName.all)))
    return NetworkLink(
      interface, condition: try fields.optional("condition", V.readWord(ScenarioKeys.conditions)) ?? .usable,
      underlyingTypes: Set(below ?? []), isTunnel: try fields.optional("tunnel", V.readBool) ?? false,
      isMetered: try fields.optional("metered", V.readBool) ?? false)
  }

  private static func egress(
    _ value: JSONValue, _ interfaces: [String: NetworkInterface]
  ) throws(TextError) -> NetworkEgress {
    let fields = try JSONFields(value, "an egress", keys: ScenarioKeys.egress)
    let readAddress = { (value: JSONValue) throws(TextError) in try address(value, interfaces) }
    return NetworkEgress(
      try fields.required("family", V.readWord(ScenarioKeys.families)),
      linkIndex: try fields.required("link", V.readNumber(0...Int(Int32.max))),
      gateways: try fields.optional("gateways", V.readArray(limit: 1000, readAddress)) ?? [],
      source: try fields.optional("source") { value throws(TextError) in
        let fields = try JSONFields(value, "a source", keys: ScenarioKeys.source)
        var source = LocalAddress(
          try fields.required("address", readAddress),
          state: try fields.optional("state", V.readWord(ScenarioKeys.states)) ?? .preferred)
        if let isRoutable = try fields.optional("routable", V.readBool) { source.isRoutable = isRoutable }
        return source
      })
  }
}
