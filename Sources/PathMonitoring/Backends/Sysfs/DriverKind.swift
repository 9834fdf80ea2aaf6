/// The kind of a link by the name of its driver.
///
/// A link made of software names its kind there, by itself or through the kernel (ethtool_get_drvinfo in
/// net/ethtool/ioctl.c). A device's driver is not its kind, so that only names that are known count.
enum DriverKind {
  static func kind(_ driver: String) -> String? {
    switch driver {
    case "802.1Q VLAN Support": "vlan"
    case "bonding": "bond"
    case "B.A.T.M.A.N. advanced": "batadv"
    default: kinds.contains(driver) ? driver : nil
    }
  }

  /// The kinds that `DEVTYPE` names.
  static func kind(deviceType: String) -> String? {
    ["vlan", "bond", "bridge", "macvlan"].contains(deviceType) ? deviceType : nil
  }

  private static let kinds: Set<String> = [
    "amt", "bareudp", "batadv", "bond", "bridge", "dsa", "dummy", "erspan", "geneve", "gre", "gretap", "gtp",
    "hsr",
    "ifb", "ip6erspan", "ip6gre", "ip6gretap", "ip6tnl", "ipip", "ipvlan", "ipvtap", "macsec", "macvlan",
    "macvtap", "netdevsim", "netkit", "nlmon", "openvswitch", "ovpn", "ppp", "rmnet", "sit", "team", "tun",
    "vcan", "veth", "virt_wifi", "vlan", "vrf", "vti", "vti6", "vxcan", "vxlan", "wireguard", "wwan", "xfrm",
  ]
}
