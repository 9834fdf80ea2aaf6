package import PathMonitoring

extension NetworkSnapshot {
  /// One usable link with an IPv4 egress by a gateway.
  package static func online(
    _ name: String = "eth0", index: Int = 2, _ type: NetworkInterface.InterfaceType = .wiredEthernet,
    gateway: String = "192.0.2.1", dns: Bool = true
  ) -> NetworkSnapshot {
    NetworkSnapshot(
      links: [NetworkLink(NetworkInterface(name: name, index: index, type: type))],
      egresses: [NetworkEgress(.ipv4, linkIndex: index, gateways: [NetworkEndpoint.Host(gateway)])],
      hasNameserver: dns)
  }

  /// Nothing.
  package static let offline = NetworkSnapshot()
}

extension NetworkSnapshot {
  /// The last number of the first router's address, which tests of changes count with.
  package var shownStep: Int? {
    egresses.first?.gateways.first.flatMap { "\($0)".split(separator: ".").last.flatMap { Int($0) } }
  }
}
