internal import PathMonitoring

/// An IPv4 address, as of Apple's Network.
public struct IPv4Address: IPAddress, Hashable, CustomDebugStringConvertible {
  let converted: PathMonitoring.IPv4Address

  /// 0.0.0.0
  public static let any = IPv4Address(converted: .any)
  /// 255.255.255.255
  public static let broadcast = IPv4Address(converted: .broadcast)
  /// 127.0.0.1
  public static let loopback = IPv4Address(converted: .loopback)
  /// 224.0.0.1
  public static let allHostsGroup = IPv4Address(converted: .allHostsGroup)
  /// 224.0.0.2
  public static let allRoutersGroup = IPv4Address(converted: .allRoutersGroup)
  /// 224.0.0.22
  public static let allReportsGroup = IPv4Address(converted: .allReportsGroup)
  /// 224.0.0.251
  public static let mdnsGroup = IPv4Address(converted: .mdnsGroup)

  init(converted: PathMonitoring.IPv4Address) {
    self.converted = converted
  }

  /// Makes an address of four bytes in network order; nil if there are more or fewer.
  public init?(_ rawValue: Data, _ interface: NWInterface? = nil) {
    guard let address = PathMonitoring.IPv4Address([UInt8](rawValue), interface?.converted) else {
      return nil
    }
    self.init(converted: address)
  }

  /// Makes an address of its dotted text, such as `192.0.2.1` or `169.254.1.1%eth0`; nil if it is none.
  public init?(_ string: String) {
    guard let address = PathMonitoring.IPv4Address(string) else { return nil }
    self.init(converted: address)
  }

  /// The four bytes in network order.
  public var rawValue: Data { Data(converted.rawValue) }

  /// The interface in which a scoped address is valid.
  public var interface: NWInterface? { converted.interface.map(NWInterface.init(converted:)) }

  /// Whether this is 127.0.0.1 itself, without a scope.
  public var isLoopback: Bool { converted.isLoopback }

  /// 169.254/16 (RFC 3927)
  public var isLinkLocal: Bool { converted.isLinkLocal }

  /// 224/4
  public var isMulticast: Bool { converted.isMulticast }

  /// The dotted text, with `%` and the interface's name if the address is scoped.
  public var debugDescription: String { converted.debugDescription }
}
