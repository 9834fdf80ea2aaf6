internal import Netlink

/// Addresses to which unbound sockets are connected, beside those of `SampleAddresses`: a connection does not
/// tell how narrow the route is that it takes, so that the most of a group decide. Each is of another network,
/// so that few routes to single networks catch the most.
enum PolledProbes {
  /// The addresses of a group of the family.
  static func addresses(_ family: AddressFamily, _ group: Int) -> [RawAddress] {
    let samples = SampleAddresses.groups(family)
    guard samples.indices.contains(group) else { return [] }
    return samples[group] + (family == .ipv6 ? ipv6 : ipv4[group])
  }

  /// The group that has the sample.
  static func group(_ sample: RawAddress) -> Int {
    SampleAddresses.groups(sample.family).firstIndex { $0.contains(sample) } ?? 0
  }

  /// Whether the route can decide about any of the addresses.
  static func concerns(_ route: PolledRoute) -> Bool {
    let all = route.destination.family == .ipv4 ? allIPv4 : allIPv6
    return all.contains { route.destination.sharesPrefix(Int(route.prefixLength), with: $0) }
  }

  private static let allIPv4 = addresses(.ipv4, 0) + addresses(.ipv4, 1)
  private static let allIPv6 = addresses(.ipv6, 0)

  /// An address beside another, which all but routes to single hosts lead to in the same way, unless the route
  /// has several legs: the kernel chooses one by the address (fib_multipath_hash in net/ipv4/route.c).
  static func neighbour(_ address: RawAddress, _ number: UInt64) -> RawAddress {
    RawAddress(family: address.family, high: address.high, low: address.low ^ number)
  }

  private static let ipv4: [[RawAddress]] = [
    [0x0C7F_1001, 0x1830_0A05, 0x26E5_4616, 0x4815_5101, 0x6007_8021].map(address),
    [0x8008_0A5A, 0x934B_2802, 0x9765_0139, 0xC024_9411, 0xCA0C_1B21].map(address),
  ]

  private static let ipv6: [RawAddress] = [
    RawAddress(family: .ipv6, high: 0x2404_6800_4003_0000, low: 0x64),
    RawAddress(family: .ipv6, high: 0x2606_4700_0010_0000, low: 0x68),
    RawAddress(family: .ipv6, high: 0x2800_03F0_4001_0000, low: 0x64),
    RawAddress(family: .ipv6, high: 0x2A10_50C0_0000_0000, low: 0x0AD1),
  ]

  private static func address(_ number: UInt64) -> RawAddress {
    RawAddress(family: .ipv4, high: 0, low: number)
  }
}
