internal import Netlink

/// What kind of medium a link is.
struct InterfaceNature: Hashable {
  var type: NetworkInterface.InterfaceType
  /// The types of all links below.
  var underlyingTypes: Set<NetworkInterface.InterfaceType> = []
  var isTunnel = false
  /// Costs money although its type does not tell.
  var isMetered = false

  init(_ type: NetworkInterface.InterfaceType, isTunnel: Bool = false, isMetered: Bool = false) {
    self.type = type
    self.isTunnel = isTunnel
    self.isMetered = isMetered
  }

  /// What a link by itself is, before the links below it are asked.
  enum Verdict: Hashable {
    case decided(InterfaceNature)
    /// The type of its lower link, or else the one given.
    case asLower(otherwise: NetworkInterface.InterfaceType)
    /// The type that its ports agree on, or else wired.
    case asPorts
    /// A tunnel, over its lower link if that is known.
    case tunnel
  }

  /// Decides by kind, hardware type and sysfs, never by the name. sysfs is asked only where netlink does
  /// not tell.
  static func verdict(_ link: LinkRecord, sysfs: () -> SysfsFacts?) -> Verdict {
    if link.flags.contains(.loopback) || link.hardwareType == ARPHRD.loopback {
      return .decided(.init(.loopback))
    }
    // A radio that only listens carries no IP, whatever its driver calls it.
    if [ARPHRD.prism, ARPHRD.radiotap].contains(link.hardwareType) { return .decided(.init(.other)) }
    if let kind = link.kind { return verdict(kind: kind) }
    return verdict(withoutKind: link, sysfs())
  }

  private static func verdict(kind: String) -> Verdict {
    switch kind {
    case "vlan", "macvlan", "macvtap", "ipvlan", "ipvtap", "macsec": .asLower(otherwise: .wiredEthernet)
    case "bond", "team", "bridge": .asPorts
    case "wwan", "rmnet": .decided(.init(.cellular))
    case "virt_wifi": .decided(.init(.wifi))
    case "veth", "netkit", "hsr", "dsa", "netdevsim": .decided(.init(.wiredEthernet))
    case "tun", "wireguard", "ppp", "ipip", "sit", "gre", "gretap", "ip6gre", "ip6gretap", "erspan",
      "ip6erspan", "ip6tnl", "vti", "vti6", "xfrm", "vxlan", "geneve", "gtp", "bareudp", "amt", "ovpn":
      .tunnel
    // vrf, dummy, ifb, nlmon, vcan, batadv and whatever comes.
    default: .decided(.init(.other))
    }
  }

  private static func verdict(withoutKind link: LinkRecord, _ sysfs: SysfsFacts?) -> Verdict {
    let sysfs = sysfs ?? SysfsFacts()
    switch sysfs.deviceType {
    case "wlan": return .decided(.init(.wifi))
    case "wwan": return .decided(.init(.cellular))
    // The network of a phone beside the computer: neither Ethernet nor mobile data, but the phone pays.
    case "bluetooth": return .decided(.init(.other, isMetered: true))
    case "l2tpeth", "ppp", "wireguard", "gtp", "vxlan", "geneve": return .tunnel
    default: break
    }
    // 801 is what WSL gives Wi-Fi; the wireless folder is the only mark of drivers without cfg80211.
    if sysfs.isWireless || link.hardwareType == ARPHRD.wifi || link.hasWirelessEvents {
      return .decided(.init(.wifi))
    }
    switch link.hardwareType {
    case ARPHRD.rawIP, ARPHRD.rmnet: return .decided(.init(.cellular))
    case ARPHRD.ppp, ARPHRD.tunnel, ARPHRD.tunnel6, ARPHRD.sit, ARPHRD.gre, ARPHRD.gre6: return .tunnel
    default: break
    }
    if sysfs.isTunnelDevice { return .tunnel }
    // A multiplexed bearer of a modem (qmimux) has neither kind nor DEVTYPE, only its lower link.
    let isEthernet = link.hardwareType == ARPHRD.ethernet
    if !sysfs.lowerNames.isEmpty { return .asLower(otherwise: isEthernet ? .wiredEthernet : .other) }
    if link.hardwareType == ARPHRD.none { return .tunnel }
    return .decided(.init(isEthernet ? .wiredEthernet : .other))
  }

  /// linux/if_arp.h
  private enum ARPHRD {
    static let ethernet: UInt16 = 1
    static let ppp: UInt16 = 512
    static let rawIP: UInt16 = 519
    /// Android's kernels.
    static let rmnet: UInt16 = 530
    static let tunnel: UInt16 = 768
    static let tunnel6: UInt16 = 769
    static let loopback: UInt16 = 772
    static let sit: UInt16 = 776
    static let gre: UInt16 = 778
    static let wifi: UInt16 = 801
    static let prism: UInt16 = 802
    static let radiotap: UInt16 = 803
    static let gre6: UInt16 = 823
    static let none: UInt16 = 65534
  }
}
