import NetworkCompat
import Testing

/// Addresses, hosts and ports, where Apple's are not the same as those of PathMonitoring.
@Suite struct AddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("169.254.1.1%lo", "169.254.1.1%lo"), ("169.254.1.1%nosuchlink", nil),
    ("::1", nil), ("", nil), ("1.2.3", nil), ("host", nil),
  ])
  func ipv4(_ text: String, _ wanted: String?) {
    #expect(IPv4Address(text)?.debugDescription == wanted)
  }

  @Test(arguments: [
    ("2001:DB8::5", "2001:db8::5"), ("fe80::1%lo", "fe80::1%lo"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
    ("192.0.2.1", nil), ("fe80::1%nosuchlink", nil), ("::1::", nil),
  ])
  func ipv6(_ text: String, _ wanted: String?) {
    #expect(IPv6Address(text)?.debugDescription == wanted)
  }

  @Test func bytesAreInNetworkOrderAndOfTheRightNumber() {
    #expect(IPv4Address("192.0.2.1")?.rawValue == Data([192, 0, 2, 1]))
    #expect(
      IPv6Address("2001:db8::1")?.rawValue
        == Data([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]))
    for count in 0..<20 {
      #expect((IPv4Address(Data(count: count)) != nil) == (count == 4))
      #expect((IPv6Address(Data(count: count)) != nil) == (count == 16))
    }
    // A slice has indices of its own.
    #expect(IPv4Address(Data([9, 9, 192, 0, 2, 1]).suffix(4)) == IPv4Address("192.0.2.1"))
  }

  @Test func scopeIsPartOfTheAddress() throws {
    let scoped = try #require(IPv6Address("fe80::1%lo"))
    let interface = try #require(scoped.interface)
    #expect(interface.name == "lo" && interface.index == 1 && interface.type == .loopback)
    #expect(scoped != IPv6Address("fe80::1"))
    #expect(IPv6Address(scoped.rawValue, interface) == scoped)
    #expect(IPv4Address("127.0.0.1%lo")?.isLoopback == false && IPv4Address("127.0.0.1")?.isLoopback == true)
  }

  @Test func kinds() {
    #expect(IPv4Address("169.254.9.9")?.isLinkLocal == true && IPv4Address("127.0.0.2")?.isLoopback == false)
    #expect(IPv4Address.mdnsGroup.isMulticast && !IPv4Address.broadcast.isMulticast)
    #expect(IPv6Address("febf::1")?.isLinkLocal == true && IPv6Address("fec0::1")?.isLinkLocal == false)
    #expect(IPv6Address.any.isAny && IPv6Address.broadcast.isAny && IPv6Address.loopback.isLoopback)
    #expect(IPv6Address("ff05::2")?.multicastScope == .siteLocal)
    #expect(IPv6Address("ff03::1")?.isMulticast == true && IPv6Address("ff03::1")?.multicastScope == nil)
    #expect(IPv6Address("fe80::1")?.multicastScope == nil)
  }

  @Test(arguments: [
    ("::ffff:192.0.2.1", true, false, false, "192.0.2.1"), ("::192.0.2.1", false, true, false, "192.0.2.1"),
    ("2002:c000:201::1", false, false, true, nil), ("::1", false, false, false, nil),
    ("::", false, false, false, nil), ("2001:db8::1", false, false, false, nil),
    ("::ffff:192.0.2.1%lo", true, false, false, "192.0.2.1%lo"),
  ])
  func ipv4Within(_ text: String, mapped: Bool, compatible: Bool, is6to4: Bool, _ inner: String?) throws {
    let address = try #require(IPv6Address(text))
    #expect(address.isIPv4Mapped == mapped && address.isIPv4Compatabile == compatible)
    #expect(address.is6to4 == is6to4 && address.asIPv4?.debugDescription == inner)
  }

  @Test func hostIsTheNarrowestThatTheTextIs() throws {
    #expect(NWEndpoint.Host("192.0.2.1") == .ipv4(try #require(IPv4Address("192.0.2.1"))))
    #expect(NWEndpoint.Host("::ffff:192.0.2.1") == "192.0.2.1")
    #expect(NWEndpoint.Host("2001:db8::1") == .ipv6(try #require(IPv6Address("2001:db8::1"))))
    #expect(NWEndpoint.Host("example.org") == .name("example.org", nil))
    #expect(NWEndpoint.Host("a%nosuchlink") == .name("a%nosuchlink", nil))
    let printer = NWEndpoint.Host("printer.local%lo")
    #expect(printer == .name("printer.local", IPv6Address("fe80::1%lo")?.interface))
    #expect(printer.interface?.name == "lo" && printer.debugDescription == "printer.local%lo")
    #expect(NWEndpoint.Host("a\0b%lo\0") == .name("a\0b%lo\0", nil))
  }

  @Test func ports() {
    #expect(NWEndpoint.Port("443") == .https && NWEndpoint.Port("70000") == nil)
    #expect(NWEndpoint.Port("") == nil && NWEndpoint.Port("no such service") == nil)
    #expect(NWEndpoint.Port(rawValue: 0) == .any && "\(NWEndpoint.Port.socks)" == "1080")
  }

  @Test func endpointsAsText() throws {
    let interface = try #require(IPv6Address("fe80::1%lo")?.interface)
    let texts: [(NWEndpoint, String)] = [
      (.hostPort(host: "192.0.2.1", port: 80), "192.0.2.1:80"),
      (.hostPort(host: "fe80::1%lo", port: .any), "fe80::1%lo.0"),
      (.hostPort(host: "example.org", port: .https), "example.org:443"),
      (.service(name: "a", type: "_ipp._tcp.", domain: "local.", interface: nil), "a._ipp._tcp.local."),
      (.service(name: "a", type: "_x", domain: "b", interface: interface), "a._xb%lo"),
      (.unix(path: "/run/socket"), "/run/socket"),
      (.url(try #require(URL(string: "https://example.org/a?b"))), "https://example.org/a?b"),
    ]
    for (endpoint, text) in texts { #expect(endpoint.debugDescription == text) }
    #expect(texts.map { $0.0.interface?.name } == [nil, "lo", nil, nil, "lo", nil, nil])
  }
}
