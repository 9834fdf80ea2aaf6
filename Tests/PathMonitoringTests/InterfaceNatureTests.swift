import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// Types of links beyond those that are recorded, stacks, and when a type is found out anew.
@Suite struct InterfaceNatureTests {
  @Test(
    "a link by itself",
    arguments: [
      (nil, 1, "wlan", .wifi), (nil, 801, nil, .wifi), (nil, 802, nil, .other), (nil, 803, "wlan", .other),
      (nil, 1, "wwan", .cellular), (nil, 519, nil, .cellular), (nil, 530, nil, .cellular),
      (nil, 1, "bluetooth", .other), (nil, 1, "dsa", .wiredEthernet), (nil, 1, "gadget", .wiredEthernet),
      (nil, 32, nil, .other), (nil, 65534, nil, .other), (nil, 512, nil, .other),
      (nil, 1, nil, .wiredEthernet),
      ("wwan", 65534, nil, .cellular), ("rmnet", 519, nil, .cellular), ("virt_wifi", 1, nil, .wifi),
      ("vrf", 1, nil, .other), ("ovpn", 65534, nil, .other), ("of tomorrow", 1, nil, .other),
    ] as [(String?, UInt16, String?, NetworkInterface.InterfaceType)])
  func alone(
    _ kind: String?, _ hardwareType: UInt16, _ deviceType: String?, _ expected: NetworkInterface.InterfaceType
  ) {
    var natures = InterfaceNatures { _, _ in
      var facts = SysfsFacts()
      facts.deviceType = deviceType
      return facts
    }
    let record = link(2, "x0", kind: kind, hardwareType: hardwareType)
    #expect(natures.nature(record, [2: record]).type == expected)
  }

  @Test func whatCouldNotBeReadIsAskedForAgain() {
    var isShort = true
    var natures = InterfaceNatures { _, _ in
      var facts = SysfsFacts()
      facts.isShort = isShort
      facts.deviceType = isShort ? nil : "wlan"
      return facts
    }
    let record = link(2, "x0")
    #expect(natures.nature(record, [2: record]).type == .wiredEthernet)
    #expect(natures.isShort)
    isShort = false
    natures.forgetShortage()
    #expect(natures.nature(record, [2: record]).type == .wifi)
    #expect(!natures.isShort)
  }

  @Test func nameTellsNothing() {
    var natures = InterfaceNatures { _, _ in SysfsFacts() }
    let record = link(2, "wlan9")
    #expect(natures.nature(record, [2: record]).type == .wiredEthernet)
  }

  @Test func wirelessExtensionsTellWhereSysfsIsOfAnotherNamespace() {
    var natures = InterfaceNatures { _, _ in nil }
    var record = link(2, "x0")
    #expect(natures.nature(record, [2: record]).type == .wiredEthernet)
    record.hasWirelessEvents = true
    #expect(natures.nature(record, [2: record]).type == .wifi)
  }

  @Test func bluetoothCostsMoney() {
    var natures = InterfaceNatures { _, _ in
      var facts = SysfsFacts()
      facts.deviceType = "bluetooth"
      return facts
    }
    let bnep = link(2, "bnep0")
    var vlan = link(3, "bnep0.1", kind: "vlan")
    vlan.lowerIndex = 2
    #expect(natures.nature(bnep, [2: bnep, 3: vlan]).isMetered)
    #expect(natures.nature(vlan, [2: bnep, 3: vlan]).isMetered)
  }

  @Test func stackTakesTheTypeBelowItThroughAllFloors() {
    var natures = InterfaceNatures { name, _ in
      var facts = SysfsFacts()
      if name == "wlan0" { facts.deviceType = "wlan" }
      return facts
    }
    let wlan = link(2, "wlan0")
    var vlan = link(3, "wlan0.5", kind: "vlan")
    vlan.lowerIndex = 2
    var macvlan = link(4, "macvlan0", kind: "macvlan")
    macvlan.lowerIndex = 3
    let nature = natures.nature(macvlan, [2: wlan, 3: vlan, 4: macvlan])
    #expect(nature.type == .wifi && nature.underlyingTypes == [.wifi] && !nature.isTunnel)
  }

  @Test func lowerLinkOfAnotherNamespaceIsTakenForWired() {
    var natures = InterfaceNatures { _, _ in nil }
    let macvlan = link(4, "eth0", kind: "macvlan")
    #expect(natures.nature(macvlan, [4: macvlan]).type == .wiredEthernet)
  }

  @Test(
    "a bridge is what its active ports agree on",
    arguments: [
      ([], .wiredEthernet), ([("wlan", true)], .wifi), ([("wlan", true), ("", true)], .wiredEthernet),
      ([("wlan", true), ("", false)], .wifi), ([("wlan", false)], .wifi), ([("wwan", true)], .cellular),
    ] as [([(String, Bool)], NetworkInterface.InterfaceType)])
  func ports(_ ports: [(deviceType: String, isActive: Bool)], _ expected: NetworkInterface.InterfaceType) {
    let bridge = link(2, "br0", kind: "bridge")
    var links = [bridge.index: bridge]
    for (place, port) in ports.enumerated() {
      var record = link(Int32(place) + 3, port.deviceType)
      record.masterIndex = 2
      if !port.isActive { record.flags.remove(.running) }
      links[record.index] = record
    }
    var natures = InterfaceNatures { name, _ in
      var facts = SysfsFacts()
      facts.deviceType = name
      return facts
    }
    #expect(natures.nature(bridge, links).type == expected)
  }

  @Test func loopOfLinksEnds() {
    var natures = InterfaceNatures { _, _ in nil }
    var a = link(2, "a", kind: "vlan")
    a.lowerIndex = 3
    var b = link(3, "b", kind: "vlan")
    b.lowerIndex = 2
    #expect(natures.nature(a, [2: a, 3: b]).type == .other)
  }

  @Test func factsDieWithARenameAKindOrADeletion() {
    let box = Counter()
    var natures = InterfaceNatures { _, _ in
      box.count += 1
      return SysfsFacts()
    }
    var record = link(2, "eth0")
    _ = natures.nature(record, [2: record])
    _ = natures.nature(record, [2: record])
    #expect(box.count == 1)
    record.name = "lan0"
    _ = natures.nature(record, [2: record])
    #expect(box.count == 2)
    record.hardwareType = 32
    _ = natures.nature(record, [2: record])
    #expect(box.count == 3)
    natures.forget(2)
    _ = natures.nature(record, [2: record])
    #expect(box.count == 4)
    natures.forgetAll()
    _ = natures.nature(record, [2: record])
    #expect(box.count == 5)
  }

  private final class Counter { var count = 0 }

  private func link(
    _ index: Int32, _ name: String, kind: String? = nil, hardwareType: UInt16 = 1
  ) -> LinkRecord {
    var message = LinkMessage(index: index, hardwareType: hardwareType, flags: [.up, .running, .lowerUp])
    message.name = name
    message.kind = kind
    return LinkRecord(message)
  }
}
