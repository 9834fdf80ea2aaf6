import Netlink
import TestSupport
import Testing

/// Routes, every property of them, as real kernels told of them.
@Suite struct RouteGoldenTests {
  private func routes(_ name: String, _ kernel: String, _ file: String = "getroute.nl") throws
    -> [RouteMessage]
  {
    try Capture(kernel: kernel, name: name).messages(file).compactMap(\.route)
  }

  @Test("a default route by DHCP: gateway, metric, source", arguments: Capture.kernels)
  func ipv4Default(_ kernel: String) throws {
    var expected = RouteMessage(family: .ipv4, prefixLength: 0)
    expected.gateway = RawAddress(hex: "0a000202")
    expected.outputIndex = 2
    expected.priority = 100
    expected.preferredSource = RawAddress(hex: "0a00020f")
    #expect(try routes("wired-1-online", kernel).first == expected)
  }

  @Test("a default route by router advertisement ends one day", arguments: Capture.kernels)
  func ipv6Default(_ kernel: String) throws {
    var route = try #require(
      try routes("wired-1-online", kernel).first {
        $0.family == AddressFamily.ipv6.rawValue && $0.prefixLength == 0
      })
    let left = try #require(route.expires)
    // The router of the recordings gives 1800 seconds.
    #expect((1...180_000).contains(left))
    route.expires = nil
    var expected = RouteMessage(family: .ipv6, prefixLength: 0)
    expected.gateway = RawAddress(hex: "fe800000000000000000000000000002")
    expected.outputIndex = 2
    expected.priority = 1024
    expected.preference = 0
    #expect(route == expected)
  }

  @Test(
    "to the link's own network, and to the address itself in the table of local ones",
    arguments: Capture.kernels)
  func connected(_ kernel: String) throws {
    let routes = try routes("wired-1-online", kernel)
    var network = RouteMessage(family: .ipv4, prefixLength: 24)
    network.destination = RawAddress(hex: "0a000200")
    network.outputIndex = 2
    network.preferredSource = RawAddress(hex: "0a00020f")
    #expect(
      routes.contains {
        var route = $0; route.priority = 0; return route == network
      })
    var own = RouteMessage(family: .ipv4, prefixLength: 32, table: 255, kind: .local)
    own.destination = RawAddress(hex: "0a00020f")
    own.outputIndex = 2
    own.preferredSource = RawAddress(hex: "0a00020f")
    #expect(routes.contains(own))
  }

  @Test("a table above 255 is in its attribute; the header has 252", arguments: Capture.kernels)
  func wideTable(_ kernel: String) throws {
    var expected = RouteMessage(family: .ipv4, prefixLength: 0, table: 51820)
    expected.outputIndex = 3
    #expect(try routes("wireguard", kernel).first == expected)
    let bytes = try #require(Capture(kernel: kernel, name: "wireguard").bytes("getroute.nl"))
    #expect(bytes[20] == 252)
  }

  @Test("several ways: a leg each, and no output of its own", arguments: Capture.kernels)
  func multipath(_ kernel: String) throws {
    var expected = RouteMessage(family: .ipv6, prefixLength: 0)
    expected.priority = 2048
    expected.preference = 0
    expected.legs = [
      RouteLeg(outputIndex: 2, gateway: RawAddress(hex: "20010db8000000000000000000000002")),
      RouteLeg(outputIndex: 2, gateway: RawAddress(hex: "20010db8000000000000000000000003")),
    ]
    #expect(try routes("changes", kernel, "events.nl").filter { !$0.legs.isEmpty } == [expected])
  }

  @Test("a default that refuses has no output", arguments: Capture.kernels)
  func unreachable(_ kernel: String) throws {
    var expected = RouteMessage(family: .ipv4, prefixLength: 0, kind: .unreachable)
    expected.priority = 4000
    #expect(try routes("changes", kernel).contains(expected))
  }

  @Test("the carrier is lost, and the route is still listed", arguments: Capture.kernels)
  func linkDown(_ kernel: String) throws {
    var expected = RouteMessage(family: .ipv4, prefixLength: 0)
    expected.gateway = RawAddress(hex: "c0000201")
    expected.outputIndex = 2
    expected.flags = .linkDown
    #expect(try routes("carrier-lost", kernel).first == expected)
  }

  @Test("two defaults to one table differ by their metric", arguments: Capture.kernels)
  func metrics(_ kernel: String) throws {
    let defaults = try routes("xfrm", kernel).filter {
      $0.family == AddressFamily.ipv4.rawValue && $0.prefixLength == 0
    }
    #expect(defaults.map(\.priority).sorted() == [0, 50])
  }
}
