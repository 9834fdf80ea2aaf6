import PathMonitoring
import Testing

@Suite struct AddressTextTests {
  @Test(
    "IPv4 text",
    arguments: [
      ("192.0.2.1", [192, 0, 2, 1]), ("0.0.0.0", [0, 0, 0, 0]), ("256.0.0.1", nil), ("1.2.3", nil), ("", nil),
      ("1.2.3.4 ", nil), ("::1", nil), ("1.2.3.4\0", nil),
    ] as [(String, [UInt8]?)])
  func ipv4(_ text: String, _ bytes: [UInt8]?) {
    #expect(IPv4Address(text)?.rawValue == bytes)
  }

  @Test(
    "IPv6 text, as RFC 5952 writes it",
    arguments: [
      ("2001:db8::1", "2001:db8::1"), ("2001:0DB8:0:0:0:0:0:1", "2001:db8::1"), ("::", "::"),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("fe80::1%lo", "fe80::1%lo"), ("fe80::1%nosuchlink", nil),
      // The kernel itself knows `lo:443` as `lo`.
      ("fe80::1%1", "fe80::1%lo"), ("fe80::1%lo:443", nil), ("fe80::1%lo:\n", nil),
      ("1::2::3", nil), ("192.0.2.1", nil), ("", nil),
    ] as [(String, String?)])
  func ipv6(_ text: String, _ expected: String?) {
    #expect(IPv6Address(text)?.debugDescription == expected)
  }

  @Test func scopeOfTheLoopbackIsKnown() {
    #expect(IPv6Address("fe80::1%lo")?.interface?.type == .loopback)
    #expect(IPv6Address("fe80::1%1")?.interface?.type == .loopback)
    #expect(IPv6Address("fe80::1%lo\0")?.interface == nil)
  }

  @Test func hostNameMayBeBoundToAnInterface() {
    let loopback = NetworkInterface(name: "lo", index: 1, type: .loopback)
    #expect(NetworkEndpoint.Host("printer.local%lo") == .name("printer.local", loopback))
    // Only by its name: a number is more likely to be part of the text.
    #expect(NetworkEndpoint.Host("a%1") == .name("a%1", nil))
    #expect(NetworkEndpoint.Host("a%nosuchlink") == .name("a%nosuchlink", nil))
    #expect(NetworkEndpoint.Host("a%lo\0") == .name("a%lo\0", nil))
  }

  @Test func bytesOfTheWrongNumberMakeNoAddress() {
    #expect(IPv4Address([1, 2, 3]) == nil)
    #expect(IPv6Address([UInt8](repeating: 0, count: 15)) == nil)
    #expect(IPv6Address(IPv6Address.linkLocalRouters.rawValue) == .linkLocalRouters)
  }

  @Test func kinds() {
    #expect(IPv4Address("169.254.1.1")?.isLinkLocal == true)
    #expect(IPv4Address("224.0.0.251") == .mdnsGroup && IPv4Address.mdnsGroup.isMulticast)
    #expect(IPv4Address.loopback.isLoopback)
    #expect(IPv6Address("ff0e::1")?.multicastScope == .global)
    #expect(IPv6Address("::ffff:192.0.2.1")?.asIPv4 == IPv4Address("192.0.2.1"))
    #expect(IPv6Address("2002:c000:0201::")?.asIPv4 == IPv4Address("192.0.2.1"))
    #expect(IPv6Address("2001:db8::1")?.asIPv4 == nil)
  }

  @Test(
    "hosts and ports",
    arguments: [
      ("192.0.2.1", "192.0.2.1:80"), ("2001:db8::1", "2001:db8::1.80"), ("example.org", "example.org:80"),
      ("::ffff:192.0.2.1", "192.0.2.1:80"),
    ])
  func endpoint(_ host: String, _ text: String) {
    #expect(NetworkEndpoint.hostPort(host: .init(host), port: .http).debugDescription == text)
  }

  @Test func portsByNumberAndName() {
    #expect(NetworkEndpoint.Port("8080") == 8080)
    #expect(NetworkEndpoint.Port("65536") == nil)
    #expect(NetworkEndpoint.Port("no such service") == nil)
    #expect(NetworkEndpoint.Port("") == nil)
  }
}
