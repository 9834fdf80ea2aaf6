/// The address of a simulated link in one family, and the router behind it.
public struct SimulatedAddress: Hashable, Sendable {
  /// The address, and how far it is to be used.
  public var address: LocalAddress
  /// The router; nil of a link without one, such as a tunnel.
  public var gateway: NetworkEndpoint.Host?

  /// Makes an address.
  ///
  /// - Parameters:
  ///   - address: the address, such as `"192.0.2.10"`.
  ///   - gateway: the router, such as `"192.0.2.1"`.
  ///   - state: how far the address is to be used.
  public init(
    _ address: NetworkEndpoint.Host, gateway: NetworkEndpoint.Host? = nil,
    state: LocalAddress.State = .preferred
  ) {
    self.address = LocalAddress(address, state: state)
    self.gateway = gateway
  }

  /// What DHCP gives to a link of that type where nothing else is asked for, out of the ranges for
  /// documentation (RFC 5737).
  static func ipv4(_ type: NetworkInterface.InterfaceType) -> SimulatedAddress {
    switch type {
    case .wiredEthernet: SimulatedAddress("192.0.2.10", gateway: "192.0.2.1")
    case .wifi: SimulatedAddress("198.51.100.20", gateway: "198.51.100.1")
    case .cellular: SimulatedAddress("203.0.113.30")
    case .other, .loopback: SimulatedAddress("192.0.2.200")
    }
  }

  /// What a router's advertisement gives (RFC 3849, RFC 4861).
  static func ipv6(_ type: NetworkInterface.InterfaceType) -> SimulatedAddress {
    switch type {
    case .wiredEthernet: SimulatedAddress("2001:db8:1::10", gateway: "fe80::1")
    case .wifi: SimulatedAddress("2001:db8:2::20", gateway: "fe80::2")
    case .cellular: SimulatedAddress("2001:db8:3::30")
    case .other, .loopback: SimulatedAddress("2001:db8:4::200")
    }
  }

  /// What DHCP gives behind another access point, in another part of the Wi-Fi's range.
  static let elsewhere = SimulatedAddress("198.51.100.148", gateway: "198.51.100.129")

  /// A phone's own network, which a cable leads to.
  static let phone = SimulatedAddress("203.0.113.130", gateway: "203.0.113.129")
}
