import Netlink

@testable import PathMonitoring

/// A table of /proc/net: the same bytes as each of those that are read.
enum ProcTarget {
  static func check(_ bytes: [UInt8]) throws {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") }
    for (routes, family) in [(PolledRoute.ipv4(bytes), AddressFamily.ipv4), (PolledRoute.ipv6(bytes), .ipv6)]
    {
      try Finding.unless(routes.count <= lines, "\(routes.count) routes in \(lines) lines")
      for route in routes {
        try Finding.unless(
          route.destination.family == family && Int(route.prefixLength) <= family.size * 8
            && route.gateway.map { $0.family == family } != false && !route.linkName.isEmpty,
          "no route: \(route)")
      }
    }
  }
}
