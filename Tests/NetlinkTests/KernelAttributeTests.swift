import CLinuxHeaders
import Testing

@testable import Netlink

/// The attribute numbers against the kernel's headers. The switches have no default: an attribute that is read
/// one day has to be named here before the tests compile.
@Suite struct KernelAttributeTests {
  /// All cases, found by trying.
  private func each<Key: RawRepresentable>(
    _ key: Key.Type, count: Int, is kernel: (Key) -> Int, sourceLocation: SourceLocation = #_sourceLocation
  ) where Key.RawValue == UInt16 {
    let keys = (0...AttributeCursor.typeMask).compactMap(Key.init(rawValue:))
    #expect(keys.count == count, sourceLocation: sourceLocation)
    for key in keys { #expect(Int(key.rawValue) == kernel(key), "\(key)", sourceLocation: sourceLocation) }
  }

  @Test func links() {
    each(LinkMessage.Key.self, count: 7) { key in
      switch key {
      case .name: IFLA_IFNAME
      case .link: IFLA_LINK
      case .master: IFLA_MASTER
      case .wireless: IFLA_WIRELESS
      case .operationalState: IFLA_OPERSTATE
      case .info: IFLA_LINKINFO
      case .linkNamespace: IFLA_LINK_NETNSID
      }
    }
    each(LinkMessage.InfoKey.self, count: 2) { key in
      switch key {
      case .kind: IFLA_INFO_KIND
      case .portKind: IFLA_INFO_SLAVE_KIND
      }
    }
  }

  @Test func addresses() {
    each(AddressMessage.Key.self, count: 3) { key in
      switch key {
      case .address: IFA_ADDRESS
      case .local: IFA_LOCAL
      case .flags: IFA_FLAGS
      }
    }
  }

  @Test func routes() {
    each(RouteMessage.Key.self, count: 11) { key in
      switch key {
      case .destination: Int(RTA_DST.rawValue)
      case .outputIndex: Int(RTA_OIF.rawValue)
      case .gateway: Int(RTA_GATEWAY.rawValue)
      case .priority: Int(RTA_PRIORITY.rawValue)
      case .preferredSource: Int(RTA_PREFSRC.rawValue)
      case .multipath: Int(RTA_MULTIPATH.rawValue)
      case .cacheInfo: Int(RTA_CACHEINFO.rawValue)
      case .table: Int(RTA_TABLE.rawValue)
      case .via: Int(RTA_VIA.rawValue)
      case .preference: Int(RTA_PREF.rawValue)
      case .nextHopID: Int(RTA_NH_ID.rawValue)
      }
    }
  }

  @Test func rules() {
    each(RuleMessage.Key.self, count: 9) { key in
      switch key {
      case .inputName: FRA_IIFNAME
      case .priority: FRA_PRIORITY
      case .mark: FRA_FWMARK
      case .suppressedPrefixLength: FRA_SUPPRESS_PREFIXLEN
      case .table: FRA_TABLE
      case .markMask: FRA_FWMASK
      case .outputName: FRA_OIFNAME
      case .l3mdev: FRA_L3MDEV
      case .userRange: FRA_UID_RANGE
      }
    }
  }

  @Test func nextHops() {
    each(NextHopMessage.Key.self, count: 5) { key in
      switch key {
      case .id: NHA_ID
      case .group: NHA_GROUP
      case .blackhole: NHA_BLACKHOLE
      case .outputIndex: NHA_OIF
      case .gateway: NHA_GATEWAY
      }
    }
  }

  @Test func errors() {
    each(ErrorMessage.Key.self, count: 2) { key in
      switch key {
      case .text: Int(NLMSGERR_ATTR_MSG.rawValue)
      case .offset: Int(NLMSGERR_ATTR_OFFS.rawValue)
      }
    }
  }

  @Test(arguments: NetlinkGroup.allCases)
  func groups(_ group: NetlinkGroup) {
    let kernel =
      switch group {
      case .link: RTNLGRP_LINK
      case .ipv4Address: RTNLGRP_IPV4_IFADDR
      case .ipv4Route: RTNLGRP_IPV4_ROUTE
      case .ipv4Rule: RTNLGRP_IPV4_RULE
      case .ipv6Address: RTNLGRP_IPV6_IFADDR
      case .ipv6Route: RTNLGRP_IPV6_ROUTE
      case .ipv6Rule: RTNLGRP_IPV6_RULE
      case .ipv4Netconf: RTNLGRP_IPV4_NETCONF
      case .ipv6Netconf: RTNLGRP_IPV6_NETCONF
      case .nextHop: RTNLGRP_NEXTHOP
      }
    #expect(group.rawValue == kernel.rawValue)
  }

  @Test(arguments: AddressFamily.allCases)
  func families(_ family: AddressFamily) {
    switch family {
    case .ipv4: #expect(family.rawValue == AF_INET && family.size == 4)
    case .ipv6: #expect(family.rawValue == AF_INET6 && family.size == 16)
    }
  }
}
