import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// The path that each recording shows, from its dumps.
@Suite struct RecordedPathTests {
  @Test("every recording gives the path that was there", arguments: Capture.all)
  func path(_ capture: Capture) throws {
    let sysfs = RecordedSysfs(capture)
    var engine = NetlinkEngine(try RecordedKernel(capture)) { sysfs.facts($0, $1) }
    engine.hasNameserver = true
    let path = PathEvaluator.path(try engine.snapshot(now: .now))
    let expected = Self.online[capture.name] ?? []
    #expect(path.status == (expected.isEmpty ? .unsatisfied : .satisfied))
    #expect(path.availableInterfaces.map(\.name) == expected.map(\.name))
    #expect(path.availableInterfaces.map(\.type) == expected.map(\.type))
    #expect(path.isExpensive == (expected.first?.type == .cellular))
    #expect(path.supportsIPv4 == !expected.isEmpty)
    #expect(path.supportsIPv6 == Self.dualStack.contains(capture.name))
    #expect(path.supportsDNS == !expected.isEmpty)
    #expect(path.gateways.map(\.debugDescription) == Self.gateways(capture.name, expected))
  }

  private typealias Expected = (name: String, type: NetworkInterface.InterfaceType)

  /// The recordings that have a path, and its interfaces in order.
  private static let online: [String: [Expected]] = {
    var online: [String: [Expected]] = [
      "wifi-5-online": [("wlan0", .wifi)],
      "wwan-2-online": [("wwan0", .cellular)],
      "wwan-3-second-bearer": [("wwan0", .cellular)],
      "usb-modem-ecm": [("wwan0", .cellular)],
      "usb-modem-ncm": [("wwan0", .cellular)],
      "usb-qmi-raw-ip": [("wwan0", .cellular)],
      "usb-qmi-mux": [("wwan0", .cellular)],
      "bond": [("bond0", .wiredEthernet)],
      "bridge": [("br0", .wiredEthernet)],
      "vlan": [("eth0.100", .wiredEthernet)],
      "macvlan": [("macvlan0", .wiredEthernet)],
      "ipvlan": [("ipvlan0", .wiredEthernet)],
      "dummy": [("dummy0", .other)],
      "ppp": [("ppp0", .other)],
      "tun": [("tun0", .other)],
      "tap": [("tap0", .other)],
      "xfrm": [("eth0", .wiredEthernet), ("ipsec0", .other)],
      // Traffic goes over the tunnel by a rule; the tunnel's own goes over eth0.
      "wireguard": [("wg0", .other), ("eth0", .wiredEthernet)],
      "usb-ecm-universal-address": [("eth0", .wiredEthernet)],
    ]
    for name in ["usb-ecm", "usb-ncm", "usb-eem", "usb-rndis", "usb-subset"] {
      online[name] = [("usb1", .wiredEthernet)]
    }
    for name in overEthernet { online[name] = [("eth0", .wiredEthernet)] }
    return online
  }()

  private static let overEthernet = [
    "batadv", "carrier-back", "erspan", "geneve", "gre", "gretap", "ip6gre", "ip6tnl", "ipip", "l2tp",
    "macsec",
    "netdevsim", "sit", "veth", "vti", "vti6", "vxlan", "wired-1-online", "wired-events",
  ]

  /// The recordings whose path carries IPv6 too. In wired-1-online the global address is tentative still.
  private static let dualStack: Set<String> = Set(overEthernet)
    .subtracting(["netdevsim", "veth", "wired-1-online"]).union(["dummy", "xfrm"])

  private static func gateways(_ name: String, _ expected: [Expected]) -> [String] {
    switch name {
    case "wifi-5-online": return ["192.168.77.1:0"]
    case "tun": return ["10.8.0.1:0"]
    case "wired-1-online": return ["10.0.2.2:0"]
    case "wired-events": return ["10.0.2.2:0", "fe80::2%eth0.0"]
    case "ppp": return []
    default: break
    }
    guard let first = expected.first else { return [] }
    if ["usb1", "eth0"].contains(first.name), name.hasPrefix("usb") { return ["192.168.42.129:0"] }
    if first.name == "wwan0" { return name.hasPrefix("usb-modem") ? ["192.168.42.129:0"] : [] }
    return ["192.0.2.1:0"] + (dualStack.contains(name) ? ["2001:db8::1.0"] : [])
  }
}
