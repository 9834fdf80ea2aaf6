internal import Netlink

/// Addresses that stand for "everywhere" in lookups.
///
/// Real public unicast addresses: the kernel answers 0.0.0.0 and :: with itself. IPv4 has two groups, one for
/// each half, since a default is often given as two halves (OpenVPN's def1) or carved up further. No packet
/// is ever sent to them by a lookup.
enum SampleAddresses {
  /// The groups of a family. Every group needs a way out; within one, a sample that a narrow route catches
  /// says nothing, and the next is asked.
  static func groups(_ family: AddressFamily) -> [[RawAddress]] {
    family == .ipv4 ? ipv4 : ipv6
  }

  /// Whether the address is one of those.
  static func contains(_ address: RawAddress) -> Bool {
    groups(address.family).contains { $0.contains(address) }
  }

  /// The longest prefix of a route that may count as a default, or a part of one.
  static func widestPrefix(_ family: AddressFamily) -> UInt8 {
    family == .ipv4 ? 8 : 16
  }

  /// Whether a change of the route can change what the samples tell.
  static func concerns(_ route: RouteMessage) -> AddressFamily? {
    guard let family = AddressFamily(rawValue: route.family), !route.flags.contains(.cloned) else {
      return nil
    }
    if route.prefixLength <= widestPrefix(family) { return family }
    guard let destination = route.destination else { return family }
    let length = Int(route.prefixLength)
    for group in groups(family) {
      for sample in group where destination.sharesPrefix(length, with: sample) { return family }
    }
    return nil
  }

  private static let ipv4: [[RawAddress]] = [
    [address(17, 253, 144, 10), address(52, 94, 236, 248), address(63, 245, 208, 7)],
    [address(142, 250, 72, 14), address(198, 41, 0, 4), address(213, 133, 98, 1)],
  ]

  private static let ipv6: [[RawAddress]] = [
    [
      // 2620:fe::fe, 2a00:1450::8888, 2001:500:2::c, 2c0f:fb50::1: one of each registry's range.
      RawAddress(family: .ipv6, high: 0x2620_00FE_0000_0000, low: 0xFE),
      RawAddress(family: .ipv6, high: 0x2A00_1450_0000_0000, low: 0x8888),
      RawAddress(family: .ipv6, high: 0x2001_0500_0002_0000, low: 0x0C),
      RawAddress(family: .ipv6, high: 0x2C0F_FB50_0000_0000, low: 0x01),
    ]
  ]

  private static func address(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> RawAddress {
    RawAddress(family: .ipv4, high: 0, low: a << 24 | b << 16 | c << 8 | d)
  }
}
