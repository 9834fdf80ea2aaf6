import PathMonitoring
import TestSupport
import Testing

/// Snapshot and requirements to path.
@Suite struct EvaluatorTests {
  @Test func nothingIsUnsatisfied() {
    let path = PathEvaluator.path(.offline)
    #expect(path == NetworkPath(status: .unsatisfied))
    #expect(path.unsatisfiedReason == .notAvailable)
  }

  @Test func oneEgressIsSatisfied() {
    let path = PathEvaluator.path(.online())
    #expect(
      path
        == NetworkPath(
          status: .satisfied, availableInterfaces: [eth0.interface], supportsIPv4: true, supportsDNS: true,
          gateways: [gateway("192.0.2.1")]))
  }

  @Test(
    "a link that is not in use carries nothing",
    arguments: [
      NetworkLink.Condition.down, .noCarrier, .notRunning, .testing, .loopback, .isolated,
    ])
  func unusable(_ condition: NetworkLink.Condition) {
    var snapshot = NetworkSnapshot.online()
    snapshot.links[0].condition = condition
    #expect(PathEvaluator.path(snapshot) == NetworkPath(status: .unsatisfied))
  }

  @Test func dormantLinkWithEgressRequiresConnection() {
    var snapshot = NetworkSnapshot.online()
    snapshot.links[0].condition = .dormant
    let path = PathEvaluator.path(snapshot)
    #expect(path.status == .requiresConnection)
    #expect(path.availableInterfaces == [eth0.interface])
    snapshot.egresses = []
    #expect(PathEvaluator.path(snapshot).status == .unsatisfied)
  }

  @Test func usableLinkBesideDormantOneIsSatisfied() {
    var dormant = wlan0
    dormant.condition = .dormant
    let snapshot = NetworkSnapshot(
      links: [dormant, eth0],
      egresses: [NetworkEgress(.ipv4, linkIndex: 3), NetworkEgress(.ipv4, linkIndex: 2)])
    let path = PathEvaluator.path(snapshot)
    #expect(path.status == .satisfied)
    #expect(path.availableInterfaces == [eth0.interface])
  }

  @Test func ipv4EgressComesFirstAndGatewaysFollowIt() {
    let snapshot = NetworkSnapshot(
      links: [eth0, wlan0],
      egresses: [
        NetworkEgress(.ipv6, linkIndex: 3, gateways: ["2001:db8::1"]),
        NetworkEgress(.ipv4, linkIndex: 2, gateways: ["192.0.2.1"]),
      ])
    let path = PathEvaluator.path(snapshot)
    #expect(path.availableInterfaces.map(\.name) == ["eth0", "wlan0"])
    #expect(path.gateways == [gateway("192.0.2.1"), gateway("2001:db8::1")])
    #expect(path.supportsIPv4 && path.supportsIPv6)
  }

  @Test func interfaceOfBothFamiliesIsListedOnce() {
    let snapshot = NetworkSnapshot(
      links: [eth0], egresses: [NetworkEgress(.ipv4, linkIndex: 2), NetworkEgress(.ipv6, linkIndex: 2)])
    #expect(PathEvaluator.path(snapshot).availableInterfaces == [eth0.interface])
  }

  @Test(
    "a source that will not do spoils the egress",
    arguments: [
      (LocalAddress("192.0.2.2"), true), (LocalAddress("192.0.2.2", state: .deprecated), true),
      (LocalAddress("2001:db8::2", state: .optimistic), true),
      (LocalAddress("2001:db8::2", state: .tentative), false),
      (LocalAddress("2001:db8::2", state: .duplicate), false),
      (LocalAddress("192.0.2.2", state: .missing), false),
      (LocalAddress("169.254.7.7"), false), (LocalAddress("fe80::1"), false),
      (LocalAddress("127.0.0.1"), false),
      (LocalAddress("0.0.0.0"), false), (LocalAddress("::"), false), (LocalAddress("fd00::2"), true),
    ])
  func source(_ source: LocalAddress, _ counts: Bool) {
    let snapshot = NetworkSnapshot(
      links: [eth0], egresses: [NetworkEgress(.ipv4, linkIndex: 2, source: source)])
    #expect(PathEvaluator.path(snapshot).status == (counts ? .satisfied : .unsatisfied))
  }

  @Test func unknownIsSatisfiedWithoutInterfaces() {
    let path = PathEvaluator.path(.unknown)
    #expect(path.status == .satisfied && path.availableInterfaces.isEmpty)
  }

  @Test func egressOfUnlistedLinkIsPassedOver() {
    #expect(
      PathEvaluator.path(NetworkSnapshot(egresses: [NetworkEgress(.ipv4, linkIndex: 9)])).status
        == .unsatisfied)
  }

  private let eth0 = NetworkLink(NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet))
  private let wlan0 = NetworkLink(NetworkInterface(name: "wlan0", index: 3, type: .wifi))

  private func gateway(_ address: NetworkEndpoint.Host) -> NetworkEndpoint {
    .hostPort(host: address, port: .any)
  }
}
