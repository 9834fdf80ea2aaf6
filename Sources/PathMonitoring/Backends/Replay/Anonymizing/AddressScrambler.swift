internal import Netlink

/// Replaces addresses so that two that share their first bits share as many afterwards (as Crypto-PAn does, Xu et
/// al., 2002): a route still leads to what it led to, and a gateway stays on its link.
///
/// Addresses of a special range stay in it; those that this library asks for stay themselves.
struct AddressScrambler {
  /// A range of addresses by its first bits.
  private struct Prefix: Hashable {
    var address: RawAddress
    var length: Int
  }

  private let hash: SipHash
  private var known: [RawAddress: RawAddress] = [:]

  /// An address in a file that claims to have more is damaged; the memory is better used.
  private static let mostKnown = 1 << 16

  init(_ hash: SipHash) { self.hash = hash }

  /// What stands for an address.
  mutating func scrambled(_ address: RawAddress) -> RawAddress {
    if let known = known[address] { return known }
    let new = computed(address)
    if known.count < Self.mostKnown { known[address] = new }
    return new
  }

  /// What stands for the network of an address: its first `length` bits, then zeros.
  mutating func scrambled(_ address: RawAddress, length: Int) -> RawAddress {
    scrambled(address).prefix(length)
  }

  private func computed(_ address: RawAddress) -> RawAddress {
    if Self.kept.contains(where: { address.sharesPrefix($0.length, with: $0.address) }) { return address }
    var result = address
    let special = Self.special.filter { $0.address.family == address.family }
    for place in 0..<address.family.size * 8 {
      // A bit by which a special range differs from others stays.
      if special.contains(where: { $0.length > place && address.sharesPrefix(place, with: $0.address) }) {
        continue
      }
      let before = address.prefix(place)
      let words = [UInt64(address.family.rawValue), UInt64(place), before.high, before.low]
      if hash.value(words) & 1 == 1 { result.flip(place) }
    }
    return result
  }

  /// Ranges whose addresses mean the same to everybody.
  private static let kept: [Prefix] =
    [v4(0, 8), v4(127 << 24, 8), v4(0xFFFF_FFFF, 32)]
    + [Prefix(address: RawAddress(family: .ipv6, high: 0, low: 0), length: 127)] + samples

  /// IANA's special-purpose registries, as far as such addresses are met.
  private static let special: [Prefix] =
    kept + [
      v4(10 << 24, 8), v4(0x6440_0000, 10), v4(0xA9FE_0000, 16), v4(0xAC10_0000, 12), v4(0xC000_0000, 24),
      v4(0xC000_0200, 24), v4(0xC058_6300, 24), v4(0xC0A8_0000, 16), v4(0xC612_0000, 15),
      v4(0xC633_6400, 24), v4(0xCB00_7100, 24), v4(224 << 24, 4), v4(240 << 24, 4),
      v6(0x2000 << 48, 3), v6(0x2001_0000 << 32, 32), v6(0x2001_0DB8 << 32, 32), v6(0x2002 << 48, 16),
      v6(0x0064_FF9B << 32, 96), v6(0xFC00 << 48, 8), v6(0xFD00 << 48, 8), v6(0xFE80 << 48, 64),
      v6(0xFEC0 << 48, 10), v6(0xFF00 << 48, 8),
      Prefix(address: RawAddress(family: .ipv6, high: 0, low: 0xFFFF_0000_0000), length: 96),
    ]

  private static let samples = AddressFamily.allCases.flatMap { family in
    SampleAddresses.groups(family).joined().map { Prefix(address: $0, length: family.size * 8) }
  }

  private static func v4(_ number: UInt64, _ length: Int) -> Prefix {
    Prefix(address: RawAddress(family: .ipv4, high: 0, low: number), length: length)
  }

  private static func v6(_ high: UInt64, _ length: Int) -> Prefix {
    Prefix(address: RawAddress(family: .ipv6, high: high, low: 0), length: length)
  }
}

extension RawAddress {
  /// The first `length` bits, then zeros.
  fileprivate func prefix(_ length: Int) -> RawAddress {
    var result = self
    switch family {
    case .ipv4: result.low &= ~(0xFFFF_FFFF >> UInt64(min(max(length, 0), 32)))
    case .ipv6:
      // A shift by 64 gives 0.
      result.high &= ~(UInt64.max >> UInt64(min(max(length, 0), 64)))
      result.low &= ~(UInt64.max >> UInt64(min(max(length - 64, 0), 64)))
    }
    return result
  }

  /// Turns the bit at a place, counted from the first.
  fileprivate mutating func flip(_ place: Int) {
    switch family {
    case .ipv4: low ^= 1 << UInt64(31 - place)
    case .ipv6:
      if place < 64 { high ^= 1 << UInt64(63 - place) } else { low ^= 1 << UInt64(127 - place) }
    }
  }
}
