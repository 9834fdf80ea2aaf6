import Testing

@testable import PathMonitoring

/// What differs between two paths.
@Suite struct PathChangesTests {
  private static let eth0 = NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)
  private static let wlan0 = NetworkInterface(name: "wlan0", index: 3, type: .wifi)
  private static let router = NetworkEndpoint.hostPort(host: "192.0.2.1", port: 0)

  /// Each property, in the order of the initializer.
  static let table: [(NetworkPath, NetworkPath.Changes)] = [
    (path(), []),
    (path(status: .requiresConnection), .status),
    (path(reason: .vpnInactive), .status),
    (path(interfaces: [wlan0, eth0]), [.primaryInterface, .otherInterfaces]),
    (path(interfaces: []), [.primaryInterface, .otherInterfaces]),
    (path(interfaces: [eth0]), .otherInterfaces),
    (path(interfaces: [.init(name: "eth0", index: 2, type: .wifi), wlan0]), .primaryInterface),
    (path(interfaces: [eth0, .init(name: "wlan0", index: 3, type: .other)]), .otherInterfaces),
    (path(underlying: [.cellular]), .otherInterfaces),
    (path(expensive: true), .cost),
    (path(constrained: true), .cost),
    (path(ipv4: false), .addressFamilies),
    (path(ipv6: true), .addressFamilies),
    (path(dns: false), .dns),
    (path(gateways: []), .gateways),
  ]

  private static func path(
    status: NetworkPath.Status = .satisfied, reason: NetworkPath.UnsatisfiedReason = .notAvailable,
    interfaces: [NetworkInterface] = [eth0, wlan0], expensive: Bool = false, constrained: Bool = false,
    ipv4: Bool = true, ipv6: Bool = false, dns: Bool = true, gateways: [NetworkEndpoint] = [router],
    underlying: Set<NetworkInterface.InterfaceType> = []
  ) -> NetworkPath {
    NetworkPath(
      status: status, unsatisfiedReason: reason, availableInterfaces: interfaces, isExpensive: expensive,
      isConstrained: constrained, supportsIPv4: ipv4, supportsIPv6: ipv6, supportsDNS: dns,
      gateways: gateways, underlyingTypes: underlying)
  }

  @Test(arguments: table.indices) func eachPropertyIsNamed(_ row: Int) {
    let (other, changes) = Self.table[row]
    #expect(other.changes(since: Self.path()) == changes)
    #expect(Self.path().changes(since: other) == changes)
    // No change goes unnamed, and none is named that is none.
    #expect(changes.isEmpty == (other == Self.path()))
  }

  @Test func words() {
    #expect(NetworkPath.Changes().description == "none")
    #expect(([.gateways, .status] as NetworkPath.Changes).description == "status, gateways")
  }

  @Test func whatConnectionsAreAffectedBy() {
    let all: [NetworkPath.Changes] = [
      .status, .primaryInterface, .addressFamilies, .gateways, .otherInterfaces, .dns, .cost,
    ]
    #expect(all.map(\.affectsConnections) == [true, true, true, true, false, false, false])
  }
}
