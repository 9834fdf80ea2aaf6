internal import Netlink

/// An IPv4 address.
public struct IPv4Address: IPAddress, Hashable, CustomDebugStringConvertible {
  /// The interface in which a scoped address is valid.
  public let interface: NetworkInterface?
  private let number: UInt32

  /// 0.0.0.0
  public static let any = IPv4Address(number: 0)
  /// 255.255.255.255
  public static let broadcast = IPv4Address(number: 0xFFFF_FFFF)
  /// 127.0.0.1
  public static let loopback = IPv4Address(number: 0x7F00_0001)
  /// 224.0.0.1
  public static let allHostsGroup = IPv4Address(number: 0xE000_0001)
  /// 224.0.0.2
  public static let allRoutersGroup = IPv4Address(number: 0xE000_0002)
  /// 224.0.0.22
  public static let allReportsGroup = IPv4Address(number: 0xE000_0016)
  /// 224.0.0.251
  public static let mdnsGroup = IPv4Address(number: 0xE000_00FB)

  init(number: UInt32, interface: NetworkInterface? = nil) {
    self.number = number
    self.interface = interface
  }

  /// Makes an address of four bytes in network order; nil if there are more or fewer.
  public init?(_ rawValue: [UInt8], _ interface: NetworkInterface? = nil) {
    guard rawValue.count == 4 else { return nil }
    self.init(number: rawValue.reduce(0) { $0 << 8 | UInt32($1) }, interface: interface)
  }

  /// Makes an address of its dotted text, such as `192.0.2.1` or `169.254.1.1%eth0`; nil if it is none.
  public init?(_ string: String) {
    guard let (bytes, scope) = InternetText.parse(string, .ipv4) else { return nil }
    self.init(bytes, scope)
  }

  /// The four bytes in network order.
  public var rawValue: [UInt8] { kernelAddress.bytes }

  var kernelAddress: RawAddress { RawAddress(family: .ipv4, high: 0, low: UInt64(number)) }

  /// Whether this is 127.0.0.1 itself, as in Apple's type.
  public var isLoopback: Bool { self == .loopback }

  /// 169.254/16 (RFC 3927)
  public var isLinkLocal: Bool { number >> 16 == 0xA9FE }

  /// 224/4
  public var isMulticast: Bool { number >> 28 == 0xE }

  /// The dotted text, with `%` and the interface's name if the address is scoped.
  public var debugDescription: String { InternetText.format(rawValue, interface) }
}
