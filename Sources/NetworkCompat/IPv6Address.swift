internal import PathMonitoring

/// An IPv6 address, as of Apple's Network.
public struct IPv6Address: IPAddress, Hashable, CustomDebugStringConvertible {
  /// How far a multicast address reaches (RFC 4291 section 2.7).
  public enum Scope: UInt8, Sendable {
    /// Within the host.
    case nodeLocal = 1
    /// On one link.
    case linkLocal = 2
    /// Within a site.
    case siteLocal = 5
    /// Within an organization.
    case organizationLocal = 8
    /// Everywhere.
    case global = 14
  }

  let converted: PathMonitoring.IPv6Address

  /// ::
  public static let any = IPv6Address(converted: .any)
  /// The same as `any`, as on Apple: IPv6 has no broadcast.
  public static let broadcast = IPv6Address(converted: .broadcast)
  /// ::1
  public static let loopback = IPv6Address(converted: .loopback)
  /// ff01::1
  public static let nodeLocalNodes = IPv6Address(converted: .nodeLocalNodes)
  /// ff02::1
  public static let linkLocalNodes = IPv6Address(converted: .linkLocalNodes)
  /// ff02::2
  public static let linkLocalRouters = IPv6Address(converted: .linkLocalRouters)

  init(converted: PathMonitoring.IPv6Address) {
    self.converted = converted
  }

  /// Makes an address of sixteen bytes in network order; nil if there are more or fewer.
  public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
    guard let address = PathMonitoring.IPv6Address([UInt8](rawValue), interface?.converted) else {
      return nil
    }
    self.init(converted: address)
  }

  /// Makes an address of its text, such as `2001:db8::1` or `fe80::1%eth0`; nil if it is none.
  public init?(_ string: String) {
    guard let address = PathMonitoring.IPv6Address(string) else { return nil }
    self.init(converted: address)
  }

  /// The sixteen bytes in network order.
  public var rawValue: Data { Data(converted.rawValue) }

  /// The interface in which a scoped address is valid.
  public var interface: NWInterface? { converted.interface.map(NWInterface.init(converted:)) }

  /// Whether this is ::
  public var isAny: Bool { converted.isAny }

  /// Whether this is ::1
  public var isLoopback: Bool { converted.isLoopback }

  /// fe80::/10 (RFC 4291 section 2.5.6)
  public var isLinkLocal: Bool { converted.isLinkLocal }

  /// ff00::/8
  public var isMulticast: Bool { converted.isMulticast }

  /// Whether the address is of ::/96, and neither :: nor ::1 (RFC 4291 section 2.5.5.1). Apple spells it so.
  public var isIPv4Compatabile: Bool {
    converted.rawValue.prefix(12).allSatisfy { $0 == 0 } && !isAny && !isLoopback
  }

  /// Whether this is an IPv4 address as ::ffff:0:0/96 holds them.
  public var isIPv4Mapped: Bool { converted.isIPv4Mapped }

  /// The IPv4 address that a mapped or a compatible address holds, with its scope; else nil.
  public var asIPv4: IPv4Address? {
    guard isIPv4Mapped || isIPv4Compatabile else { return nil }
    return IPv4Address(rawValue.suffix(4), interface)
  }

  /// Whether the address is of 2002::/16 (RFC 3056).
  public var is6to4: Bool { converted.is6to4 }

  /// How far a multicast address reaches; nil for others and for scopes without a name.
  public var multicastScope: Scope? {
    converted.multicastScope.flatMap { Scope(rawValue: $0.rawValue) }
  }

  /// The text of RFC 5952, with `%` and the interface's name if the address is scoped.
  public var debugDescription: String { converted.debugDescription }
}
