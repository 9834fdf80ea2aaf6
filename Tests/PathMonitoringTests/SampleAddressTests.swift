import Netlink
import Testing

@testable import PathMonitoring

/// Which route messages are worth another look.
@Suite struct SampleAddressTests {
  @Test(
    "routes",
    arguments: [
      // The default itself, as the kernel announces it: without a destination.
      (0, nil, AddressFamily.ipv4), (1, 0x8000_0000, .ipv4), (8, 0x0A00_0000, .ipv4), (9, 0x0A00_0000, nil),
      (24, 0xC000_0200, nil), (32, 0xC629_0004, .ipv4), (10, 0x3440_0000, .ipv4), (10, 0x3400_0000, nil),
    ] as [(UInt8, UInt64?, AddressFamily?)])
  func concerns(_ length: UInt8, _ destination: UInt64?, _ expected: AddressFamily?) {
    var route = RouteMessage(family: .ipv4, prefixLength: length)
    route.destination = destination.map { RawAddress(family: .ipv4, high: 0, low: $0) }
    #expect(SampleAddresses.concerns(route) == expected)
    route.flags = .cloned
    #expect(SampleAddresses.concerns(route) == nil)
  }

  @Test func otherFamiliesConcernNobody() {
    var route = RouteMessage(family: .ipv4, prefixLength: 0)
    route.family = 128
    #expect(SampleAddresses.concerns(route) == nil)
  }

  @Test("samples are public and in the half they stand for", arguments: AddressFamily.allCases)
  func samples(_ family: AddressFamily) {
    let groups = SampleAddresses.groups(family)
    for group in groups {
      #expect(group.count >= 3)
      for sample in group {
        #expect(sample.family == family && sample.isRoutable)
        #expect(sample.sharesPrefix(1, with: group[0]))
      }
    }
    #expect(Set(groups.flatMap { $0 }).count == groups.reduce(0) { $0 + $1.count })
  }
}
