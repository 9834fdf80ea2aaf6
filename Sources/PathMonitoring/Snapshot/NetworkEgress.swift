/// A way out for one address family.
public struct NetworkEgress: Hashable, Sendable {
  /// An address family.
  public enum Family: Hashable, Sendable, CaseIterable {
    /// IPv4
    case ipv4
    /// IPv6
    case ipv6
  }

  /// The family whose packets it takes.
  public var family: Family
  /// The index of the link that it leaves by.
  public var linkIndex: Int
  /// The routers on the way, if any; of either family (RFC 5549).
  public var gateways: [NetworkEndpoint.Host]
  /// The address that packets would carry as their source; nil where the backend cannot tell, which counts
  /// as one that will do.
  public var source: LocalAddress?

  /// Makes an egress.
  ///
  /// - Parameters:
  ///   - family: the family whose packets it takes.
  ///   - linkIndex: the index of the link that it leaves by.
  ///   - gateways: the routers on the way.
  ///   - source: the address that packets would carry.
  public init(
    _ family: Family, linkIndex: Int, gateways: [NetworkEndpoint.Host] = [], source: LocalAddress? = nil
  ) {
    self.family = family
    self.linkIndex = linkIndex
    self.gateways = gateways
    self.source = source
  }
}
