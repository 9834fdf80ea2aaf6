import PathMonitoring

/// A path as JSON.
enum PathJSON {
  static func object(_ path: NetworkPath, backend: String, time: String) -> JSONValue {
    .object(members(path) + [("backend", .string(backend)), ("time", .string(time))])
  }

  static func members(_ path: NetworkPath) -> [(String, JSONValue)] {
    [
      ("status", .string(name(path.status))),
      ("unsatisfiedReason", .string(name(path.unsatisfiedReason))),
      ("interfaces", .array(path.availableInterfaces.map { .object(members($0)) })),
      ("supportsIPv4", .bool(path.supportsIPv4)),
      ("supportsIPv6", .bool(path.supportsIPv6)),
      ("supportsDNS", .bool(path.supportsDNS)),
      ("isExpensive", .bool(path.isExpensive)),
      ("isConstrained", .bool(path.isConstrained)),
      ("gateways", .array(path.gateways.map { .string($0.hostText) })),
    ] + (path.destination.map { [("destination", .object(members($0)))] } ?? [])
  }

  private static func members(_ destination: NetworkPath.Destination) -> [(String, JSONValue)] {
    [
      ("place", .string(DestinationText.name(destination.place))),
      ("address", .string(destination.address?.debugDescription ?? "")),
      ("addressCount", .number(destination.addressCount)),
    ]
  }

  static func members(_ interface: NetworkInterface) -> [(String, JSONValue)] {
    [
      ("name", .string(interface.name)), ("index", .number(interface.index)),
      ("type", .string(InterfaceTypeName.name(interface.type))),
    ]
  }

  static func name(_ status: NetworkPath.Status) -> String {
    switch status {
    case .satisfied: "satisfied"
    case .unsatisfied: "unsatisfied"
    case .requiresConnection: "requiresConnection"
    }
  }

  private static func name(_ reason: NetworkPath.UnsatisfiedReason) -> String {
    switch reason {
    case .notAvailable: "notAvailable"
    case .cellularDenied: "cellularDenied"
    case .wifiDenied: "wifiDenied"
    case .localNetworkDenied: "localNetworkDenied"
    case .vpnInactive: "vpnInactive"
    }
  }
}
