import PathMonitoring

/// A path as a line, for people or for programs.
struct PathOutput {
  private let isJSON: Bool
  private let showsColours: Bool

  init(isJSON: Bool, showsColours: Bool = Console.showsColours) {
    self.isJSON = isJSON
    self.showsColours = showsColours
  }

  /// The line of a path that was known at a time since 1970.
  func line(_ path: NetworkPath, backend: String, time: Duration = WallClock.now) -> String {
    isJSON
      ? PathJSON.object(path, backend: backend, time: WallClock.timestamp(of: time)).text
      : "\(WallClock.timeOfDay(of: time))  \(text(path))"
  }

  /// `satisfied  eth0 (wiredEthernet)  IPv4 DNS  via 10.0.0.1`
  func text(_ path: NetworkPath) -> String {
    var parts = [coloured(path.status)]
    if path.availableInterfaces.isEmpty {
      let words = path.destination.map(DestinationText.words)
      parts.append(words ?? (path.status == .satisfied ? "unknown" : Self.words(path.unsatisfiedReason)))
    } else {
      parts.append(
        path.availableInterfaces.map { "\($0.name.printable) (\(InterfaceTypeName.name($0.type)))" }
          .joined(separator: ", "))
      let abilities = [
        (path.supportsIPv4, "IPv4"), (path.supportsIPv6, "IPv6"), (path.supportsDNS, "DNS"),
        (!path.supportsDNS, "no name server"), (path.isExpensive, "expensive"),
        (path.isConstrained, "constrained"),
      ]
      parts.append(abilities.filter(\.0).map(\.1).joined(separator: " "))
      if let destination = path.destination { parts.append(DestinationText.words(destination)) }
      if !path.gateways.isEmpty {
        parts.append("via " + path.gateways.map(\.hostText).joined(separator: ", "))
      }
    }
    return parts.joined(separator: "  ")
  }

  private static func words(_ reason: NetworkPath.UnsatisfiedReason) -> String {
    switch reason {
    case .cellularDenied: "mobile data denied by the policy"
    case .wifiDenied: "Wi-Fi denied by the policy"
    case .notAvailable, .localNetworkDenied, .vpnInactive: "no network route"
    }
  }

  private func coloured(_ status: NetworkPath.Status) -> String {
    let word = PathJSON.name(status)
    guard showsColours else { return word }
    let colour =
      switch status {
      case .satisfied: 32
      case .unsatisfied: 31
      case .requiresConnection: 33
      }
    return "\u{1B}[\(colour)m\(word)\u{1B}[0m"
  }
}

extension String {
  /// The text without control characters, by which a link's name could take over a terminal.
  var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}

extension NetworkEndpoint {
  /// The address without the port, which a gateway has none of.
  var hostText: String {
    if case .hostPort(let host, _) = self { host.debugDescription } else { debugDescription }
  }
}
