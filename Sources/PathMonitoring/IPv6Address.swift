internal import Netlink

/// An IPv6 address.
public struct IPv6Address: IPAddress, Hashable, CustomDebugStringConvertible {
  /// How far a multicast address reaches (RFC 4291 section 2.7, RFC 7346).
  public enum Scope: UInt8, Hashable, Sendable {
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

  /// The interface in which a scoped address is valid.
  public let interface: NetworkInterface?
  private let high: UInt64
  private let low: UInt64

  /// ::
  public static let any = IPv6Address(high: 0, low: 0)
  /// The same as `any`, as in Apple's type: IPv6 has no broadcast.
  public static let broadcast = any
  /// ::1
  public static let loopback = IPv6Address(high: 0, low: 1)
  /// ff01::1
  public static let nodeLocalNodes = IPv6Address(high: 0xFF01_0000_0000_0000, low: 1)
  /// ff02::1
  public static let linkLocalNodes = IPv6Address(high: 0xFF02_0000_0000_0000, low: 1)
  /// ff02::2
  public static let linkLocalRouters = IPv6Address(high: 0xFF02_0000_0000_0000, low: 2)

  init(high: UInt64, low: UInt64, interface: NetworkInterface? = nil) {
    self.high = high
    self.low = low
    self.interface = interface
  }

  /// Makes an address of sixteen bytes in network order; nil if there are more or fewer.
  public init?(_ rawValue: [UInt8], _ interface: NetworkInterface? = nil) {
    guard rawValue.count == 16 else { return nil }
    self.init(
      high: rawValue[..<8].reduce(0) { $0 << 8 | UInt64($1) },
      low: rawValue[8...].reduce(0) { $0 << 8 | UInt64($1) }, interface: interface)
  }

  /// Makes an address of its text, such as `2001:db8::1` or `fe80::1%eth0`; nil if it is none.
  public init?(_ string: String) {
    guard let (bytes, scope) = InternetText.parse(string, .ipv6) else { return nil }
    self.init(bytes, scope)
  }

  /// The sixteen bytes in network order.
  public var rawValue: [UInt8] { kernelAddress.bytes }

  var kernelAddress: RawAddress { RawAddress(family: .ipv6, high: high, low: low) }

  /// Whether this is ::
  public var isAny: Bool { high == 0 && low == 0 }

  /// Whether this is ::1
  public var isLoopback: Bool { high == 0 && low == 1 }

  /// fe80::/10 (RFC 4291 section 2.5.6)
  public var isLinkLocal: Bool { high >> 54 == 0x3FA }

  /// ff00::/8
  public var isMulticast: Bool { high >> 56 == 0xFF }

  /// Whether this is an IPv4 address as ::ffff:0:0/96 holds them.
  public var isIPv4Mapped: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// Whether the address is of 2002::/16 (RFC 3056).
  public var is6to4: Bool { high >> 48 == 0x2002 }

  /// The IPv4 address that a mapped or 6to4 address holds, else nil.
  public var asIPv4: IPv4Address? {
    if isIPv4Mapped { return IPv4Address(number: UInt32(truncatingIfNeeded: low), interface: interface) }
    if is6to4 { return IPv4Address(number: UInt32(truncatingIfNeeded: high >> 16), interface: interface) }
    return nil
  }

  /// How far a multicast address reaches; nil for others and for scopes without a name.
  public var multicastScope: Scope? {
    isMulticast ? Scope(rawValue: UInt8(truncatingIfNeeded: high >> 48) & 0xF) : nil
  }

  /// The text of RFC 5952, with `%` and the interface's name if the address is scoped.
  public var debugDescription: String { InternetText.format(rawValue, interface) }
}
