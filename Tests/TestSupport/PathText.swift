package import PathMonitoring

extension NetworkPath {
  /// The path in a few words, for long lists: `eth0,wlan0 4+6 dns via 192.0.2.1`, `none`.
  package var brief: String {
    var words = [ways.joined(separator: ",")]
    switch status {
    case .unsatisfied: return "none"
    case .requiresConnection: words.insert("dial:", at: 0)
    case .satisfied: if availableInterfaces.isEmpty { return "unknown" }
    }
    words.append([(supportsIPv4, "4"), (supportsIPv6, "6")].filter(\.0).map(\.1).joined(separator: "+"))
    if supportsDNS { words.append("dns") }
    if isExpensive { words.append("costs") }
    if !gateways.isEmpty {
      let hosts = gateways.map { gateway in
        if case .hostPort(let host, _) = gateway { host.debugDescription } else { gateway.debugDescription }
      }
      words.append("via " + hosts.joined(separator: ","))
    }
    return words.joined(separator: " ")
  }
}
