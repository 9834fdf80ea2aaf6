import Netlink
import Testing

/// The bytes of requests, spelt from the kernel's structures: in hexadecimal, a structure or attribute a line.
@Suite struct RequestBuilderTests {
  private func bytes(_ build: (inout RequestBuilder) -> Void) -> [UInt8] {
    var builder = RequestBuilder()
    build(&builder)
    return builder.bytes
  }

  @Test func links() {
    #expect(
      bytes { $0.dumpLinks(sequence: 0x0102_0304) }
        == Wire.hex(
          """
          28000000 1200 0103 04030201 00000000
          00 00 0000 00000000 00000000 00000000
          0800 1d00 08000000
          """))
  }

  @Test func addresses() {
    #expect(
      bytes { $0.dumpAddresses(sequence: 7) }
        == Wire.hex(
          """
          18000000 1600 0103 07000000 00000000
          00 00 00 00 00000000
          """))
  }

  @Test(arguments: [(AddressFamily.ipv4, "02"), (.ipv6, "0a")])
  func rules(_ family: AddressFamily, _ byte: String) {
    #expect(
      bytes { $0.dumpRules(family, sequence: 7) }
        == Wire.hex(
          """
          1c000000 2200 0103 07000000 00000000
          \(byte) 00 00 00 00 00 00 00 00000000
          """))
  }

  @Test func nextHop() {
    #expect(
      bytes { $0.nextHop(0x0A0B_0C0D, sequence: 7) }
        == Wire.hex(
          """
          20000000 6a00 0100 07000000 00000000
          00 00 00 00 00000000
          0800 0100 0d0c0b0a
          """))
  }

  @Test("a lookup of IPv4 from an unbound socket")
  func lookup() {
    #expect(
      bytes { $0.lookup(RawAddress(hex: "c6290004"), outputIndex: 0, matching: false, sequence: 7) }
        == Wire.hex(
          """
          24000000 1a00 0100 07000000 00000000
          02 20 00 00 00 00 00 00 00000000
          0800 0100 c6290004
          """))
  }

  @Test("a lookup of IPv6 from a bound socket, for the entry of the table")
  func boundLookup() {
    #expect(
      bytes {
        $0.lookup(
          RawAddress(hex: "20010503ba3e00000000000200000030"), outputIndex: 0x1122_3344, matching: true,
          sequence: 0xFFFF_FFFF)
      }
        == Wire.hex(
          """
          38000000 1a00 0100 ffffffff 00000000
          0a 80 00 00 00 00 00 00 00200000
          1400 0100 20010503ba3e0000 0000000200000030
          0800 0400 44332211
          """))
  }

  @Test("a negative index keeps its bits")
  func oddIndex() {
    let bytes = bytes {
      $0.lookup(RawAddress(hex: "c6290004"), outputIndex: -2, matching: false, sequence: 1)
    }
    #expect(bytes.suffix(8) == Wire.hex("0800 0400 feffffff")[...])
  }

  @Test("several in one datagram lie one behind the other")
  func several() {
    let destination = RawAddress(hex: "c6290004")
    let first = bytes { $0.dumpLinks(sequence: 1) }
    let second = bytes { $0.lookup(destination, outputIndex: 0, matching: true, sequence: 2) }
    let third = bytes { $0.nextHop(9, sequence: 3) }
    var builder = RequestBuilder()
    builder.dumpLinks(sequence: 1)
    builder.lookup(destination, outputIndex: 0, matching: true, sequence: 2)
    builder.nextHop(9, sequence: 3)
    #expect(builder.bytes == first + second + third)
    #expect(builder.count == 3)
    builder.removeAll()
    #expect(builder.bytes.isEmpty)
    #expect(builder.count == 0)
    builder.nextHop(9, sequence: 3)
    #expect(builder.bytes == third)
    #expect(builder.count == 1)
  }
}
