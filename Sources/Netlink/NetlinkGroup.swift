/// A multicast group of NETLINK_ROUTE (RTNLGRP_*).
package enum NetlinkGroup: UInt32, CaseIterable, Sendable {
  case link = 1
  case ipv4Address = 5
  case ipv4Route = 7
  case ipv4Rule = 8
  case ipv6Address = 9
  case ipv6Route = 11
  case ipv6Rule = 19
  case ipv4Netconf = 24
  case ipv6Netconf = 25
  case nextHop = 32
}
