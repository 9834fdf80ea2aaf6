import PathMonitoring

/// A path as variables of the environment.
enum PathVariables {
  /// The variables of a path, and of what is new about it; nil for the first.
  static func of(_ path: NetworkPath, _ changes: NetworkPath.Changes?) -> [(name: String, value: String)] {
    func flag(_ value: Bool) -> String { value ? "1" : "0" }
    let interfaces = path.availableInterfaces
    return [
      ("PATH_STATUS", PathJSON.name(path.status)),
      ("PATH_INTERFACE", interfaces.first?.name ?? ""),
      ("PATH_TYPE", interfaces.first.map { InterfaceTypeName.name($0.type) } ?? ""),
      ("PATH_INTERFACES", interfaces.map(\.name).joined(separator: " ")),
      ("PATH_GATEWAYS", path.gateways.map(\.hostText).joined(separator: " ")),
      ("PATH_IPV4", flag(path.supportsIPv4)),
      ("PATH_IPV6", flag(path.supportsIPv6)),
      ("PATH_DNS", flag(path.supportsDNS)),
      ("PATH_EXPENSIVE", flag(path.isExpensive)),
      ("PATH_CONSTRAINED", flag(path.isConstrained)),
      ("PATH_CHANGES", changes?.description ?? "first"),
    ]
  }
}
