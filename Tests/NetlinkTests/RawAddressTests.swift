import Netlink
import Testing

/// Ranges of addresses at their edges.
@Suite struct RawAddressTests {
  private struct Row: Sendable, CustomStringConvertible {
    var hex: String
    var isRoutable: Bool
    var isLinkLocal = false
    var description: String { hex }
  }

  private static let rows = [
    Row(hex: "00000000", isRoutable: false),
    Row(hex: "00ffffff", isRoutable: false),
    Row(hex: "01000000", isRoutable: true),
    Row(hex: "0a000001", isRoutable: true),
    Row(hex: "7effffff", isRoutable: true),
    Row(hex: "7f000000", isRoutable: false),
    Row(hex: "7fffffff", isRoutable: false),
    Row(hex: "80000000", isRoutable: true),
    Row(hex: "a9fdffff", isRoutable: true),
    Row(hex: "a9fe0000", isRoutable: false, isLinkLocal: true),
    Row(hex: "a9feffff", isRoutable: false, isLinkLocal: true),
    Row(hex: "a9ff0000", isRoutable: true),
    Row(hex: "aa000000", isRoutable: true),
    Row(hex: "dfffffff", isRoutable: true),
    Row(hex: "e0000000", isRoutable: false),
    Row(hex: "efffffff", isRoutable: false),
    Row(hex: "f0000000", isRoutable: true),
    Row(hex: "fffffffe", isRoutable: true),
    Row(hex: "ffffffff", isRoutable: false),
    Row(hex: "00000000000000000000000000000000", isRoutable: false),
    Row(hex: "00000000000000000000000000000001", isRoutable: false),
    Row(hex: "00000000000000000000000000000002", isRoutable: true),
    Row(hex: "00000000000000010000000000000000", isRoutable: true),
    Row(hex: "00000000000000010000000000000001", isRoutable: true),
    Row(hex: "20010db8000000000000000000000001", isRoutable: true),
    Row(hex: "fd000000000000000000000000000001", isRoutable: true),
    Row(hex: "fe7fffffffffffffffffffffffffffff", isRoutable: true),
    Row(hex: "fe800000000000000000000000000000", isRoutable: false, isLinkLocal: true),
    Row(hex: "febfffffffffffffffffffffffffffff", isRoutable: false, isLinkLocal: true),
    Row(hex: "fec00000000000000000000000000000", isRoutable: true),
    Row(hex: "feffffffffffffffffffffffffffffff", isRoutable: true),
    Row(hex: "ff000000000000000000000000000000", isRoutable: false),
    Row(hex: "ffffffffffffffffffffffffffffffff", isRoutable: false),
  ]

  @Test(arguments: rows)
  private func range(_ row: Row) {
    let address = RawAddress(hex: row.hex)
    #expect(address.isRoutable == row.isRoutable)
    #expect(address.isLinkLocal == row.isLinkLocal)
    #expect(address.isUnspecified == row.hex.allSatisfy { $0 == "0" })
  }

  @Test("bytes in, bytes out", arguments: rows)
  private func roundTrip(_ row: Row) {
    // In the middle of others, which it must not read.
    let bytes = [0xEE, 0xEE, 0xEE] + Wire.hex(row.hex) + [0xEE]
    let address = RawAddress(3..<bytes.count - 1, in: bytes.span)
    #expect(address == RawAddress(hex: row.hex))
    #expect(address?.bytes == Wire.hex(row.hex))
  }

  @Test("sizes that are no address's, and ranges that are not in the bytes")
  func unreadable() {
    let bytes = [UInt8](repeating: 1, count: 20)
    for size in 0...20 {
      #expect((RawAddress(0..<size, in: bytes.span) != nil) == (size == 4 || size == 16))
    }
    #expect(RawAddress(17..<21, in: bytes.span) == nil)
    #expect(RawAddress(-1..<3, in: bytes.span) == nil)
    #expect(RawAddress(16..<20, in: bytes.span) != nil)
  }

  /// Two addresses that differ in the one bit behind the first `bits`: they share that many bits, not more.
  private static func pair(_ family: AddressFamily, bits: Int) -> (RawAddress, RawAddress) {
    let bytes = [UInt8](repeating: 0xA5, count: family.size)
    var other = bytes
    other[bits / 8] ^= 0x80 >> UInt8(bits % 8)
    func address(_ bytes: [UInt8]) -> RawAddress {
      RawAddress(hex: bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
    return (address(bytes), address(other))
  }

  @Test("the first bits, counted", arguments: AddressFamily.allCases)
  func prefixes(_ family: AddressFamily) {
    for bits in 0..<family.size * 8 {
      let (one, other) = Self.pair(family, bits: bits)
      for length in 0...family.size * 8 {
        #expect(one.sharesPrefix(length, with: other) == (length <= bits), "\(bits) bits, prefix \(length)")
      }
      #expect(one.sharesPrefix(family.size * 8, with: one))
    }
  }

  @Test("lengths beyond the bounds count as the bounds")
  func oddLengths() {
    let (one, other) = Self.pair(.ipv4, bits: 31)
    #expect(one.sharesPrefix(-1, with: other))
    #expect(!one.sharesPrefix(33, with: other))
    #expect(one.sharesPrefix(.max, with: one))
    let (ipv6, different) = Self.pair(.ipv6, bits: 0)
    #expect(ipv6.sharesPrefix(.min / 2, with: different))
    #expect(!ipv6.sharesPrefix(.max, with: different))
  }

  @Test("no prefix is shared across families")
  func families() {
    let ipv4 = RawAddress(hex: "00000000")
    let ipv6 = RawAddress(hex: "00000000000000000000000000000000")
    #expect(!ipv4.sharesPrefix(0, with: ipv6))
    #expect(!ipv6.sharesPrefix(0, with: ipv4))
    #expect(ipv4 != ipv6)
  }
}
