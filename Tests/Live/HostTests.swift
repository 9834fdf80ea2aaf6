import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// Paths to one host by the real kernel.
  @Suite struct HostTests {
    private let network: Namespace
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      try network.shell(
        "ip link set lo up", "uplink v0 192.0.2.2/24 192.0.2.1", "uplink6 v1 2001:db8::2/64 2001:db8::1",
        "ip route add prohibit 203.0.113.0/28", "ip route add unreachable 203.0.113.16/28",
        "ip route add blackhole 203.0.113.32/28", "ip -6 route add prohibit 2001:db8:1::/48",
        "ip route add 198.51.100.0/24 via 192.0.2.77")
    }

    private func monitor(_ host: NetworkEndpoint.Host, _ backend: some PathMonitorBackend) -> PathMonitor {
      let monitor = PathMonitor(to: .hostPort(host: host, port: 80), backend: backend)
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "host"))
      return monitor
    }

    typealias Row = (
      host: NetworkEndpoint.Host, place: NetworkPath.Destination.Place, ways: [String],
      gateways: [NetworkEndpoint.Host]
    )

    static let rows: [Row] = [
      ("127.0.0.1", .local, ["lo"], []),
      ("192.0.2.2", .local, ["lo"], []),
      ("::1", .local, ["lo"], []),
      ("0.0.0.0", .local, ["lo"], []),
      ("::", .local, ["lo"], []),
      ("192.0.2.9", .onLink, ["v0"], []),
      ("192.0.2.255", .onLink, ["v0"], []),
      ("198.51.100.5", .behindGateway, ["v0"], ["192.0.2.77"]),
      ("17.253.144.10", .behindGateway, ["v0"], ["192.0.2.1"]),
      ("203.0.113.1", .prohibited, [], []),
      ("203.0.113.17", .unreachable, [], []),
      ("203.0.113.33", .prohibited, [], []),
      ("2001:db8::9", .onLink, ["v1"], []),
      ("2620:fe::9", .behindGateway, ["v1"], ["2001:db8::1"]),
      ("2001:db8:1::1", .prohibited, [], []),
    ]

    @Test("Each place is told apart", arguments: rows.indices)
    func places(_ index: Int) throws {
      let row = Self.rows[index]
      let monitor = monitor(row.host, network.backend())
      defer { monitor.cancel() }
      let path = try log.next()
      #expect(path.destination?.place == row.place && path.ways == row.ways, "\(path)")
      #expect(path.gateways == row.gateways.map { .hostPort(host: $0, port: .any) })
      #expect((path.status == .satisfied) == !row.ways.isEmpty)
    }

    @Test("Polling tells the same, but for gateways", arguments: rows.indices)
    func polled(_ index: Int) throws {
      let row = Self.rows[index]
      let monitor = monitor(
        row.host,
        network.hosted(SysfsBackend.separate(interval: .milliseconds(20), resolver: "/nonexistent")))
      defer { monitor.cancel() }
      let path = try log.next()
      // A socket is not told why it is refused.
      let place = row.place == .prohibited ? [.prohibited, .unreachable] : [row.place]
      #expect(path.destination.map { place.contains($0.place) } == true && path.ways == row.ways, "\(path)")
    }

    @Test("Every change of a route to the host is followed, and no other is told")
    func follows() throws {
      let monitor = monitor("198.51.100.5", network.backend())
      defer { monitor.cancel() }
      #expect(try log.next().gateways == [.hostPort(host: "192.0.2.77", port: .any)])
      try network.shell(
        "ip route add 198.51.100.64/26 via 192.0.2.78", "ip route add 198.51.101.0/24 via 192.0.2.79",
        "ip route add 198.51.100.5/32 via 192.0.2.80")
      #expect(try log.next().gateways == [.hostPort(host: "192.0.2.80", port: .any)])
      try network.shell(
        "ip route add prohibit 198.51.100.5/32 metric 7", "ip route del 198.51.100.5/32 via 192.0.2.80")
      #expect(try log.next().destination?.place == .prohibited)
      try network.shell(
        "ip route del prohibit 198.51.100.5/32 metric 7", "ip addr add 198.51.100.5/32 dev v0")
      while try log.next().destination?.place != .local {}
      try network.shell("ip addr del 198.51.100.5/32 dev v0", "ip route del 198.51.100.0/24")
      while try log.next().gateways != [.hostPort(host: "192.0.2.1", port: .any)] {}
      try network.shell("ip rule add to 198.51.100.0/24 unreachable")
      #expect(try log.next().destination?.place == .unreachable)
      try network.shell("ip rule del to 198.51.100.0/24 unreachable")
      #expect(try log.next().destination?.place == .behindGateway)
      try network.shell("ip link set v0 down")
      #expect(try log.next().destination?.place == .unreachable)
    }

    @Test("A link-local address is sought on its own link only")
    func scoped() throws {
      let index = try network.shell(
        "cat /sys/class/net/v1/ifindex 2>/dev/null || ip -o link show v1 | cut -d: -f1")
      let interface = NetworkInterface(
        name: "v1", index: Int(index.filter(\.isNumber)) ?? 0, type: .wiredEthernet)
      let address = IPv6Address([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [9], interface)
      let monitor = monitor(.ipv6(try #require(address)), network.backend())
      defer { monitor.cancel() }
      let path = try log.next { $0.status == .satisfied }
      #expect(path.ways == ["v1"] && path.destination?.place == .onLink)
      try network.shell("ip link set v1 down")
      #expect(try log.next().status == .unsatisfied)
    }
  }
}
