import PathMonitoring
import Testing

@Suite struct NetworkPathTests {
  private let eth0 = NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)

  /// Each of them differs from the first in one public property.
  private var variants: [NetworkPath] {
    [
      NetworkPath(status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true),
      NetworkPath(status: .requiresConnection, availableInterfaces: [eth0], supportsIPv4: true),
      NetworkPath(
        status: .satisfied, unsatisfiedReason: .wifiDenied, availableInterfaces: [eth0], supportsIPv4: true),
      NetworkPath(status: .satisfied, supportsIPv4: true),
      NetworkPath(
        status: .satisfied,
        availableInterfaces: [NetworkInterface(name: "lan0", index: 2, type: .wiredEthernet)],
        supportsIPv4: true),
      NetworkPath(
        status: .satisfied, availableInterfaces: [NetworkInterface(name: "eth0", index: 2, type: .wifi)],
        supportsIPv4: true),
      NetworkPath(status: .satisfied, availableInterfaces: [eth0], isExpensive: true, supportsIPv4: true),
      NetworkPath(status: .satisfied, availableInterfaces: [eth0], isConstrained: true, supportsIPv4: true),
      NetworkPath(status: .satisfied, availableInterfaces: [eth0]),
      NetworkPath(status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true, supportsIPv6: true),
      NetworkPath(status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true, supportsDNS: true),
      NetworkPath(
        status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true,
        gateways: [.hostPort(host: "192.0.2.1", port: .any)]),
      NetworkPath(
        status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true, underlyingTypes: [.wifi]),
    ]
  }

  @Test func everyPublicPropertyCounts() {
    for (left, a) in variants.enumerated() {
      for (right, b) in variants.enumerated() { #expect((a == b) == (left == right), "\(left), \(right)") }
    }
  }

  @Test func equalPathsHashEqually() {
    for (a, b) in zip(variants, variants) { #expect(a.hashValue == b.hashValue) }
  }

  @Test func whatIsBelowIsNotCountedTwice() {
    let plain = NetworkPath(status: .satisfied, availableInterfaces: [eth0])
    #expect(
      plain == NetworkPath(status: .satisfied, availableInterfaces: [eth0], underlyingTypes: [.wiredEthernet])
    )
  }

  @Test func interfacesAreEqualByIndexAndName() {
    #expect(eth0 == NetworkInterface(name: "eth0", index: 2, type: .other))
    #expect(eth0 != NetworkInterface(name: "eth0", index: 3, type: .wiredEthernet))
  }

  @Test func repeatedInterfacesAndGatewaysAreListedOnce() {
    let gateway = NetworkEndpoint.hostPort(host: "192.0.2.1", port: .any)
    let path = NetworkPath(
      status: .satisfied, availableInterfaces: [eth0, eth0], gateways: [gateway, gateway])
    #expect(path.availableInterfaces == [eth0] && path.gateways == [gateway])
  }

  @Test func descriptionIsApples() {
    let path = NetworkPath(
      status: .satisfied, availableInterfaces: [NetworkInterface(name: "wlan0", index: 3, type: .wifi)],
      isExpensive: true, isConstrained: true, supportsIPv4: true, supportsIPv6: true, supportsDNS: true)
    #expect(
      path.debugDescription
        == "satisfied (Path is satisfied), interface: wlan0, ipv4, ipv6, dns, expensive, constrained, uses wifi"
    )
    #expect(NetworkPath(status: .unsatisfied).debugDescription == "unsatisfied (No network route)")
  }
}
