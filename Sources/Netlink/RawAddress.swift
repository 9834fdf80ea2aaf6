/// The families of addresses that a path can have.
package enum AddressFamily: UInt8, Hashable, Sendable, CaseIterable {
  /// AF_INET
  case ipv4 = 2
  /// AF_INET6
  case ipv6 = 10

  /// The bytes of an address.
  package var size: Int { self == .ipv4 ? 4 : 16 }
}

/// An IPv4 or IPv6 address as the kernel sends it, held in place.
package struct RawAddress: Hashable, Sendable {
  package var family: AddressFamily
  /// The first eight bytes of an IPv6 address, 0 for IPv4.
  package var high: UInt64
  /// The last eight bytes of an IPv6 address, or the four of IPv4, as a number.
  package var low: UInt64

  package init(family: AddressFamily, high: UInt64, low: UInt64) {
    self.family = family
    self.high = high
    self.low = low
  }

  /// Reads `range`; nil if its size is that of neither family.
  package init?(_ range: Range<Int>, in bytes: borrowing Span<UInt8>) {
    let (start, end) = (range.lowerBound, range.upperBound)
    do {
      switch range.count {
      case 4:
        let number = UInt32(bigEndian: try bytes.integer(UInt32.self, at: start, before: end))
        self.init(family: .ipv4, high: 0, low: UInt64(number))
      case 16:
        self.init(
          family: .ipv6, high: UInt64(bigEndian: try bytes.integer(UInt64.self, at: start, before: end)),
          low: UInt64(bigEndian: try bytes.integer(UInt64.self, at: start + 8, before: end)))
      default: return nil
      }
    } catch {
      // It is not within the bytes.
      return nil
    }
  }

  /// The bytes in network order.
  package var bytes: [UInt8] {
    switch family {
    case .ipv4: (0..<4).map { UInt8(truncatingIfNeeded: low >> UInt64(24 - 8 * $0)) }
    case .ipv6:
      (0..<16).map { place in
        UInt8(truncatingIfNeeded: (place < 8 ? high : low) >> UInt64(56 - 8 * (place % 8)))
      }
    }
  }

  /// Whether the first `length` bits of both are the same; false across families.
  package func sharesPrefix(_ length: Int, with other: RawAddress) -> Bool {
    guard family == other.family else { return false }
    switch family {
    case .ipv4: return (low ^ other.low) >> UInt64(32 - min(max(length, 0), 32)) == 0
    case .ipv6:
      let highBits = min(max(length, 0), 64)
      let lowBits = min(max(length - 64, 0), 64)
      return (high ^ other.high) >> UInt64(64 - highBits) == 0
        && (low ^ other.low) >> UInt64(64 - lowBits) == 0
    }
  }

  /// Neither unspecified, loopback, link-local, multicast nor broadcast: an address that others can answer to.
  ///
  /// Decided by range, since `ip addr add 169.254.7.7/16` gives an address of global scope. 240/4 is reserved, yet
  /// some number their networks by it, and the kernel takes it as any other.
  package var isRoutable: Bool {
    if isLinkLocal || isMulticast || isLoopback { return false }
    return family == .ipv4 ? low >> 24 != 0 && low != 0xFFFF_FFFF : !isUnspecified
  }

  /// fe80::/10 or 169.254/16: means something on one link only.
  package var isLinkLocal: Bool {
    family == .ipv4 ? low >> 16 == 0xA9FE : high >> 54 == 0xFE80 >> 6
  }

  /// A group's (RFC 5771, RFC 4291).
  package var isMulticast: Bool { family == .ipv4 ? low >> 28 == 0xE : high >> 56 == 0xFF }

  /// 127.0.0.0/8 or ::1
  package var isLoopback: Bool { family == .ipv4 ? low >> 24 == 127 : high == 0 && low == 1 }

  /// 0.0.0.0 or ::
  package var isUnspecified: Bool { high == 0 && low == 0 }
}
