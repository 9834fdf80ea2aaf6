import Netlink
import TestSupport
import Testing

/// Links, every property of them, as real kernels told of them.
@Suite struct LinkGoldenTests {
  private func links(_ name: String, _ kernel: String, _ file: String = "getlink.nl") throws -> [LinkMessage]
  {
    try Capture(kernel: kernel, name: name).messages(file).compactMap(\.link)
  }

  @Test(arguments: Capture.kernels)
  func loopback(_ kernel: String) throws {
    var expected = LinkMessage(index: 1, hardwareType: 772, flags: [.up, .loopback, .running, .lowerUp])
    expected.name = "lo"
    expected.operationalState = .unknown
    #expect(try links("lo", kernel) == [expected])
  }

  @Test(
    "a port of a bond: its master, its kind and the bond's, its other end in another namespace",
    arguments: Capture.kernels)
  func bondPort(_ kernel: String) throws {
    let links = try links("bond", kernel)
    let bond = try #require(links.first { $0.name == "bond0" })
    let port = try #require(links.first { $0.name == "eth1" })
    var expected = LinkMessage(index: 4, hardwareType: 1, flags: LinkFlags(rawValue: 0x11843))
    expected.name = "eth1"
    expected.operationalState = .up
    expected.masterIndex = bond.index
    expected.kind = "veth"
    expected.portKind = "bond"
    expected.lowerIndex = 3
    expected.isLowerElsewhere = true
    #expect(port == expected)
    #expect(bond.kind == "bond")
    #expect(bond.masterIndex == nil)
    #expect(bond.portKind == nil)
  }

  @Test("the lower device of a VLAN is in the same namespace", arguments: Capture.kernels)
  func vlan(_ kernel: String) throws {
    var expected = LinkMessage(index: 3, hardwareType: 1, flags: LinkFlags(rawValue: 0x11043))
    expected.name = "eth0.100"
    expected.operationalState = .up
    expected.kind = "vlan"
    expected.lowerIndex = 2
    #expect(try links("vlan", kernel).last == expected)
  }

  @Test(arguments: Capture.kernels)
  func pointToPoint(_ kernel: String) throws {
    var expected = LinkMessage(index: 2, hardwareType: 512, flags: LinkFlags(rawValue: 0x110D1))
    expected.name = "ppp0"
    expected.operationalState = .unknown
    expected.kind = "ppp"
    #expect(expected.flags.contains(.pointToPoint))
    #expect(try links("ppp", kernel).last == expected)
  }

  @Test("a Wi-Fi port of a bridge has a port kind, but none of its own", arguments: Capture.kernels)
  func bridgedWifi(_ kernel: String) throws {
    var expected = LinkMessage(index: 3, hardwareType: 1, flags: LinkFlags(rawValue: 0x11043))
    expected.name = "wlan1"
    expected.operationalState = .up
    expected.masterIndex = 2
    expected.portKind = "bridge"
    #expect(try links("wifi-access-point-bridged", kernel).last == expected)
  }

  @Test("associated, but not let in: dormant, and not running", arguments: Capture.kernels)
  func dormant(_ kernel: String) throws {
    let link = try #require(try links("wifi-wrong-password", kernel).first { $0.name == "wlan2" })
    #expect(link.operationalState == .dormant)
    #expect(link.flags.contains([.up, .lowerUp]))
    #expect(!link.flags.contains(.running))
  }

  @Test(
    "the message of the wireless extensions states a name and flags, and leaves the rest unsaid",
    arguments: Capture.kernels)
  func wireless(_ kernel: String) throws {
    let events = try links("wifi-events", kernel, "events.nl").filter(\.isWirelessEvent)
    var expected = LinkMessage(index: 2, hardwareType: 1, flags: LinkFlags(rawValue: 0x1003))
    expected.name = "wlan0"
    expected.isWirelessEvent = true
    #expect(events.first == expected)
    #expect(events.contains { $0.flags.contains(.lowerUp) })
    for event in events { #expect(event.operationalState == nil && event.kind == nil) }
  }

  @Test("a link that was deleted says so", arguments: Capture.kernels)
  func deleted(_ kernel: String) throws {
    let messages = try Capture(kernel: kernel, name: "changes").messages("events.nl")
    let deleted = messages.compactMap { message -> LinkMessage? in
      if case .deletedLink(let link) = message { link } else { nil }
    }
    // Made as dummy0 and renamed before its end.
    #expect(deleted.map(\.name) == ["wan0"])
    #expect(deleted.map(\.index) == [2])
  }
}
