internal import Netlink

/// An address that a monitor asks about, as the kernel takes it.
struct WatchedDestination: Hashable {
  let address: RawAddress
  /// The link that a link-local address means; 0 for any.
  let scope: Int32

  /// Nil of a name.
  init?(_ host: NetworkEndpoint.Host) {
    switch host {
    case .ipv4(let host): address = host.kernelAddress
    // Who connects to :: gets to ::1 (ip6_datagram_connect in net/ipv6/datagram.c); a lookup says the default.
    case .ipv6(let host): address = (host.isAny ? .loopback : host).kernelAddress
    case .name: return nil
    }
    scope = host.interface.flatMap { Int32(exactly: $0.index) } ?? 0
  }

  /// What lookups of it are about.
  var subject: RouteFindings.Subject {
    RouteFindings.Subject(family: address.family, destination: address, scope: scope)
  }
}
