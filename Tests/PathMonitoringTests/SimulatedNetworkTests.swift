import TestSupport
import Testing

@testable import PathMonitoring

/// What events do to a simulated network: pure, without a monitor.
@Suite struct SimulatedNetworkTests {
  private func network(_ links: SimulatedLink...) throws -> SimulatedNetwork {
    var network = SimulatedNetwork()
    for link in links { try network.add(link) }
    return network
  }

  /// The paths after each event in turn.
  private func paths(_ network: SimulatedNetwork, _ events: SimulatedEvent...) throws -> [String] {
    var network = network
    return try events.map { event in
      try network.apply(event)
      return PathEvaluator.path(network.snapshot).brief
    }
  }

  private func problem(_ network: SimulatedNetwork, _ event: SimulatedEvent) -> String? {
    var changed = network
    do throws(SimulationProblem) {
      for (_, events) in try changed.steps(of: event) { for event in events { try changed.apply(event) } }
      return nil
    } catch {
      #expect(changed == network)
      return error.description
    }
  }

  @Test func cable() throws {
    let eth0 = try network(.ethernet())
    #expect(PathEvaluator.path(eth0.snapshot).brief == "eth0 4 dns via 192.0.2.1")
    #expect(
      try paths(
        eth0, .unplug(nil), .plug(nil), .unplug("eth0"), .plug("eth0"), .bringDown("eth0"), .unplug("eth0"),
        .bringUp("eth0"), .plug("eth0"), .removeLink("eth0"), .plug(nil))
        == [
          "none", "eth0 4 dns via 192.0.2.1", "none", "eth0 4 dns via 192.0.2.1", "none", "none", "none",
          "eth0 4 dns via 192.0.2.1", "none", "eth0 4 dns via 192.0.2.1",
        ])
  }

  @Test func conditionsTellWhyALinkIsOut() throws {
    var network = try network(.ethernet(), .wifi(), .modem())
    #expect(network.snapshot.links.map(\.condition) == [.usable, .noCarrier, .dormant])
    try network.apply(.bringDown("eth0"))
    #expect(network.snapshot.links.map(\.condition) == [.down, .noCarrier, .dormant])
    #expect(PathEvaluator.path(network.snapshot).brief == "dial: wwan0 4 dns costs")
  }

  @Test func wiFi() throws {
    #expect(
      try paths(
        network(), .joinWiFi(network: "home", link: nil, dhcp: true), .leaveWiFi(nil),
        .joinWiFi(network: "hotel", link: nil, dhcp: false), .getDHCP(nil, nil), .loseSignal(nil),
        .findSignal(nil),
        .loseDHCP(nil), .gainIPv6(nil, nil))
        == [
          "wlan0 4 dns via 198.51.100.1", "none", "none", "wlan0 4 dns via 198.51.100.1", "none",
          "wlan0 4 dns via 198.51.100.1", "none", "wlan0 6 dns via fe80::2%wlan0",
        ])
  }

  @Test func roamingLosesTheCarrierAndMaybeTheAddress() throws {
    var network = try network()
    try network.apply(.joinWiFi(network: nil, link: nil, dhcp: true))
    let kept = try network.steps(of: .roam(nil, loss: .seconds(1), keepsAddress: true))
    #expect(kept.map(\.after) == [.zero, .seconds(1)])
    #expect(kept.map(\.events) == [[.loseSignal("wlan0")], [.findSignal("wlan0")]])
    for (_, events) in try network.steps(of: .roam(nil, loss: .zero, keepsAddress: false)) {
      for event in events { try network.apply(event) }
    }
    #expect(PathEvaluator.path(network.snapshot).brief == "wlan0 4 dns via 198.51.100.129")
  }

  @Test func tunnelComesFirstAndTellsWhatItRunsOver() throws {
    var network = try network(.ethernet(), .wifi())
    try network.apply(.startVPN(nil, over: nil, split: false))
    func path() -> NetworkPath { PathEvaluator.path(network.snapshot) }
    #expect(path().brief == "tun0,eth0 4 dns via 192.0.2.1" && !path().usesInterfaceType(.wifi))
    try network.apply(.joinWiFi(network: nil, link: nil, dhcp: true))
    try network.apply(.unplug(nil))
    #expect(path().brief == "tun0,wlan0 4 dns via 198.51.100.1" && path().usesInterfaceType(.wifi))
    try network.apply(.leaveWiFi(nil))
    #expect(path().brief == "tun0 4 dns" && !path().usesInterfaceType(.wifi))
    try network.apply(.tetherPhone(nil))
    #expect(path().brief == "tun0,usb0 4 dns costs via 203.0.113.129")
    try network.apply(.stopVPN(nil))
    #expect(path().brief == "usb0 4 dns costs via 203.0.113.129")
    try network.apply(.startVPN("wg0", over: "wlan0", split: false))
    #expect(path().usesInterfaceType(.wifi))
  }

  @Test func splitTunnelIsNoWayOut() throws {
    #expect(
      try paths(network(.ethernet()), .startVPN("wg0", over: nil, split: true)) == [
        "eth0 4 dns via 192.0.2.1"
      ])
  }

  @Test func tunnelsThatRunOverOneAnotherEnd() throws {
    var (a, b) = (SimulatedLink.tunnel("a"), SimulatedLink.tunnel("b"))
    (a.lowerLink, b.lowerLink) = ("b", "a")
    #expect(try network(a, b).snapshot.links.map(\.underlyingTypes) == [[.other], [.other]])
  }

  @Test func modemAndPhone() throws {
    #expect(
      try paths(
        network(), .dial(nil), .hangUp(nil), .dial("wwan0"), .loseSignal(nil), .tetherPhone(nil),
        .findSignal(nil),
        .untetherPhone(nil))
        == [
          "wwan0 4 dns costs", "dial: wwan0 4 dns costs", "wwan0 4 dns costs", "none",
          "usb0 4 dns costs via 203.0.113.129", "usb0,wwan0 4 dns costs via 203.0.113.129",
          "wwan0 4 dns costs",
        ])
  }

  @Test func resolverComesBackAsItWas() throws {
    var network = SimulatedNetwork(nameservers: ["192.0.2.7"])
    try network.apply(.resolverGone)
    #expect(!network.snapshot.hasNameserver)
    try network.apply(.resolverBack([]))
    #expect(network.nameservers == ["192.0.2.7"])
    try network.apply(.resolverBack(["2001:db8::53"]))
    #expect(network.nameservers == ["2001:db8::53"])
  }

  @Test func orderIsThatOfTheMetrics() throws {
    let both = try network(.ethernet(), .ethernet("eth1"))
    #expect(
      try paths(both, .prefer("eth1"), .setMetric("eth0", 3), .setMetric("eth1", 3), .setMetric("eth1", 2))
        .map {
          $0.prefix(9)
        } == ["eth1,eth0", "eth0,eth1", "eth0,eth1", "eth1,eth0"])
    #expect(try paths(both, .setMetric("eth0", Int.min), .prefer("eth1")).count == 2)
  }

  @Test func sleepIsHeardOfAfterwards() throws {
    var network = try network(.ethernet(), .modem())
    try network.apply(.dial(nil))
    try network.apply(.joinWiFi(network: nil, link: nil, dhcp: true))
    let before = network.report
    try network.apply(.suspend)
    try network.apply(.resolverGone)
    #expect(network.report == before)
    try network.apply(.resume)
    #expect(network.report == .snapshot(network.snapshot) && network.report != before)
    #expect(PathEvaluator.path(network.snapshot).brief == "eth0 4 via 192.0.2.1")
    #expect(network.snapshot.links.map(\.condition) == [.usable, .dormant, .noCarrier])
  }

  @Test func failureHidesTheNetworkUntilItRecovers() throws {
    var network = try network(.ethernet())
    try network.apply(.fail("no socket"))
    try network.apply(.unplug(nil))
    #expect(network.report == .failure("no socket"))
    try network.apply(.recover)
    #expect(network.report == .snapshot(network.snapshot))
  }

  @Test func rawSnapshotIsShownAsItIsAndGoneOnFrom() throws {
    var raw = NetworkSnapshot.online("wlan7", index: 9, .wifi)
    raw.links[0].underlyingTypes = [.cellular]
    var network = try network(.ethernet())
    try network.apply(.set(raw))
    #expect(network.snapshot == raw)
    try network.apply(.resolverGone)
    #expect(PathEvaluator.path(network.snapshot).brief == "wlan7 4 via 192.0.2.1")
    try network.apply(.set(.unknown))
    #expect(network.snapshot == .unknown)
  }

  @Test func linkThatBeginsDownMayBeSwitchedOn() throws {
    var link = SimulatedLink.ethernet()
    link.condition = .down
    #expect(try paths(network(link), .resolverGone, .bringUp("eth0")) == ["none", "eth0 4 via 192.0.2.1"])
  }

  @Test func indexOfALinkThatHasGoneIsNotGivenAgain() throws {
    var network = try network(.ethernet())
    try network.apply(.removeLink("eth0"))
    try network.apply(.addLink(.ethernet()))
    #expect(network.snapshot.links.map(\.interface.index) == [3])
  }

  @Test(
    "what makes no sense says so and changes nothing",
    arguments: [
      (.unplug("eht0"), "there is no link \"eht0\"; did you mean \"eth0\"?"),
      (.plug("wlan9"), "there is no link \"wlan9\"; did you mean \"wlan0\"?"),
      (.plug(nil), "there is no cable that is out"),
      (.leaveWiFi(nil), "there is no Wi-Fi that has joined"),
      (.leaveWiFi("eth0"), "\"eth0\" is of type wiredEthernet, not wifi"),
      (.dial("eth0"), "\"eth0\" is of type wiredEthernet, not cellular"),
      (.stopVPN(nil), "there is no tunnel"),
      (.stopVPN("eth0"), "\"eth0\" is no tunnel"),
      (.addLink(.ethernet()), "there is a link \"eth0\" already; take another name"),
      (.addLink(SimulatedLink("", .other)), "a link needs a name"), (.resume, "the host does not sleep"),
      (.recover, "the backend has not failed"), (.untetherPhone(nil), "there is no phone"),
      (.flap("eth7", times: 1, period: .zero), "there is no link \"eth7\"; did you mean \"eth0\"?"),
      (.roam(nil, loss: .zero, keepsAddress: true), "there is no Wi-Fi that has joined"),
      (.startVPN(nil, over: "ppp0", split: false), "there is no link \"ppp0\"; it is one of eth0, wlan0"),
      (.loseIPv6(nil), "there is no link in use that has such an address"),
      (.getDHCP(nil, nil), "there is no link without an IPv4 address"),
      (.hangUp(nil), "there is no modem in use"),
    ] as [(SimulatedEvent, String)])
  func problems(_ event: SimulatedEvent, _ words: String) throws {
    #expect(try problem(network(.ethernet(), .wifi()), event) == words)
  }

  @Test(
    "an index that no kernel gives is refused", arguments: [0, -1, Int(Int32.max) + 1, Int.max, Int.min])
  func index(_ index: Int) throws {
    var link = SimulatedLink.ethernet("eth1")
    link.index = index
    #expect(try problem(network(), .addLink(link))?.contains("cannot have the index") == true)
    link.index = Int(Int32.max)
    #expect(try problem(network(link), .addLink(.ethernet()))?.contains("cannot have the index") == true)
  }

  @Test func linksAreLimited() throws {
    var network = SimulatedNetwork()
    for number in 0..<SimulatedNetwork.linkLimit { try network.add(.ethernet("eth\(number)")) }
    #expect(throws: SimulationProblem.self) { try network.add(.ethernet("one")) }
  }

  @Test func flapIsMadeOfPulls() throws {
    let steps = try network(.ethernet()).steps(of: .flap(nil, times: 2, period: .seconds(2)))
    #expect(steps.map(\.after) == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    #expect(steps.map(\.events) == [[.unplug("eth0")], [.plug("eth0")], [.unplug("eth0")], [.plug("eth0")]])
    #expect(
      try network(.ethernet()).steps(of: .flap(nil, times: .max, period: .seconds(Int64.max))).count == 20_000
    )
    #expect(try network(.ethernet()).steps(of: .flap(nil, times: .min, period: .seconds(-1))).isEmpty)
  }
}
