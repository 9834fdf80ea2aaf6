import PathMonitoring
import TestSupport
import Testing

/// Required and prohibited types, cost, and what `usesInterfaceType` counts.
@Suite struct RequirementTests {
  @Test func requiredTypeFiltersBeforeDeciding() {
    let path = PathEvaluator.path(both, PathRequirements(requiredType: .wifi))
    #expect(path.availableInterfaces.map(\.name) == ["wlan0"])
    #expect(PathEvaluator.path(both, PathRequirements(requiredType: .cellular)).status == .unsatisfied)
  }

  @Test func prohibitedPrimaryLeavesTheNext() {
    let path = PathEvaluator.path(both, PathRequirements(prohibitedTypes: [.wiredEthernet]))
    #expect(path.status == .satisfied)
    #expect(path.availableInterfaces.map(\.name) == ["wlan0"])
    let none = PathEvaluator.path(both, PathRequirements(prohibitedTypes: [.wiredEthernet, .wifi]))
    #expect(none == NetworkPath(status: .unsatisfied))
  }

  @Test func prohibitedTypeExcludesWhatIsStackedOnIt() {
    #expect(PathEvaluator.path(tunnelOverCellular).status == .satisfied)
    #expect(
      PathEvaluator.path(tunnelOverCellular, PathRequirements(prohibitedTypes: [.cellular])).status
        == .unsatisfied)
  }

  @Test func requiredTypeIsTheLinksOwn() {
    #expect(
      PathEvaluator.path(tunnelOverCellular, PathRequirements(requiredType: .cellular)).status == .unsatisfied
    )
    #expect(
      PathEvaluator.path(tunnelOverCellular, PathRequirements(requiredType: .other)).status == .satisfied)
  }

  @Test func usedTypesIncludeWhatLiesBelow() {
    let path = PathEvaluator.path(tunnelOverCellular)
    #expect(path.usesInterfaceType(.other) && path.usesInterfaceType(.cellular))
    #expect(!path.usesInterfaceType(.wifi) && !path.usesInterfaceType(.wiredEthernet))
    let second = PathEvaluator.path(both)
    #expect(second.usesInterfaceType(.wiredEthernet) && second.usesInterfaceType(.wifi))
  }

  @Test(
    "the first interface decides the cost",
    arguments: [
      (NetworkInterface.InterfaceType.cellular, false, true), (.wiredEthernet, false, false),
      (.wifi, false, false),
      (.other, false, false), (.other, true, true),
    ])
  func expensive(_ type: NetworkInterface.InterfaceType, _ isMetered: Bool, _ isExpensive: Bool) {
    var snapshot = NetworkSnapshot.online("x0", type)
    snapshot.links[0].isMetered = isMetered
    #expect(PathEvaluator.path(snapshot).isExpensive == isExpensive)
  }

  @Test func cellularBehindEthernetCostsNothing() {
    #expect(
      !PathEvaluator.path(pair(link("eth0", 2, .wiredEthernet), link("wwan0", 3, .cellular))).isExpensive)
  }

  @Test func tunnelOfUnknownLowerLinkCostsWhatTheNextDoes() {
    var tunnel = link("tun0", 2, .other)
    tunnel.isTunnel = true
    #expect(PathEvaluator.path(pair(tunnel, link("wwan0", 3, .cellular))).isExpensive)
    #expect(!PathEvaluator.path(pair(tunnel, link("eth0", 3, .wiredEthernet))).isExpensive)
    tunnel.underlyingTypes = [.wifi]
    #expect(!PathEvaluator.path(pair(tunnel, link("wwan0", 3, .cellular))).isExpensive)
  }

  private var both: NetworkSnapshot { pair(link("eth0", 2, .wiredEthernet), link("wlan0", 3, .wifi)) }

  private var tunnelOverCellular: NetworkSnapshot {
    var snapshot = NetworkSnapshot.online("wg0", .other)
    snapshot.links[0].underlyingTypes = [.cellular]
    snapshot.links[0].isTunnel = true
    return snapshot
  }

  private func link(_ name: String, _ index: Int, _ type: NetworkInterface.InterfaceType) -> NetworkLink {
    NetworkLink(NetworkInterface(name: name, index: index, type: type))
  }

  private func pair(_ first: NetworkLink, _ second: NetworkLink) -> NetworkSnapshot {
    NetworkSnapshot(
      links: [first, second],
      egresses: [first, second].map { NetworkEgress(.ipv4, linkIndex: $0.interface.index) })
  }
}
