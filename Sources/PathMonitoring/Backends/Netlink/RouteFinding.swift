internal import Netlink

/// What the lookups of one family told, unbound or bound to a link.
enum RouteFinding: Hashable {
  /// Packets to everywhere can leave.
  case way(RouteWay)
  /// The kernel refuses: no route, or a reject route.
  case refused(Errno)
  /// Only a route narrower than a default leads to the samples of a group.
  case tooNarrow(prefixLength: UInt8)
  /// Not asked: no address of the family could be the source.
  case notAsked

  var way: RouteWay? {
    if case .way(let way) = self { way } else { nil }
  }
}

/// A way out as the lookups told it.
struct RouteWay: Hashable {
  /// It ends at this host.
  var isLocal = false
  /// The links that all groups leave by, in the kernel's order; one for a bound lookup.
  var linkIndexes: [Int32] = []
  var gateways: [RawAddress] = []
  /// The worst metric of the groups' routes.
  var metric: UInt32 = 0
  /// RFC 4191's preference of a router, as a rank: 0 high, 1 medium, 2 low.
  var preferenceRank = 1
  /// The source addresses that the groups' packets would carry, each once; one that does not count spoils the way.
  var sources: [RawAddress] = []
  /// When the first of the routes runs out, in hundredths of a second from the lookup.
  var expires: Int32?
}
