import CTestSupport
import Glibc
import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

extension Live {
  /// Polling and netlink, asked side by side.
  @Suite struct PolledEqualityTests {
    private static let states: [(name: String, lines: String)] = [
      ("nothing", "ip link set lo up"),
      ("one uplink", "uplink v0 192.0.2.2/24 192.0.2.1"),
      (
        "two uplinks by metric",
        "uplink v0 192.0.2.2/24 192.0.2.1 metric 600; uplink v1 198.51.100.2/24 198.51.100.1 metric 100"
      ),
      ("no carrier", "uplink v0 192.0.2.2/24 192.0.2.1; unplug v0"),
      ("switched off", "uplink v0 192.0.2.2/24 192.0.2.1; ip link set v0 down"),
      ("IPv6 alone", "uplink6 v0 2001:db8::2/64 2001:db8::1"),
      (
        "two uplinks of IPv6",
        "uplink6 v0 2001:db8::2/64 2001:db8::1; wire v1; ip addr add 2001:db8:1::2/64 dev v1 nodad; "
          + "ip -6 route add default via 2001:db8:1::1 dev v1 metric 50"
      ),
      (
        "both families on two links",
        "uplink v0 192.0.2.2/24 192.0.2.1; uplink6 v1 2001:db8::2/64 2001:db8::1"
      ),
      ("reject route", "uplink v0 192.0.2.2/24 192.0.2.1 metric 9; ip route add blackhole default metric 5"),
      ("reject route beneath", "uplink v0 192.0.2.2/24 192.0.2.1; ip route add unreachable default metric 5"),
      (
        "halves of a VPN",
        "uplink v0 192.0.2.2/24 192.0.2.1; wire vpn0; ip addr add 10.8.0.2/24 dev vpn0; "
          + "ip route add 0.0.0.0/1 via 10.8.0.1; ip route add 128.0.0.0/1 via 10.8.0.1"
      ),
      (
        "table of a rule",
        "uplink v0 192.0.2.2/24 192.0.2.1; wire w0; ip addr add 10.9.0.2/24 dev w0; "
          + "ip route add default dev w0 table 51820; ip rule add not fwmark 51820 table 51820; "
          + "ip rule add table main suppress_prefixlength 0"
      ),
      (
        "routes to single networks",
        "uplink v0 192.0.2.2/24 192.0.2.1; wire v1; ip addr add 10.8.0.2/24 dev v1; "
          + "for a in 17.253.144.0/24 52.0.0.0/10 142.250.0.0/15; do ip route add $a via 10.8.0.1; done"
      ),
      ("link-local alone", "wire v0; ip addr add 169.254.7.7/16 dev v0; ip route add default dev v0"),
      (
        "link that is not Ethernet",
        "ip link add i0 type ifb; ip link set i0 up; ip addr add 192.0.2.2/24 dev i0; "
          + "ip route add default via 192.0.2.1"
      ),
      (
        "legs of IPv6",
        "uplink6 v0 2001:db8::2/64 2001:db8::1; wire v1; ip addr add 2001:db8:1::2/64 dev v1 nodad; "
          + "ip -6 route del default; ip -6 route add default nexthop via 2001:db8::1 dev v0 "
          + "nexthop via 2001:db8:1::1 dev v1"
      ),
      (
        "deprecated address",
        "uplink6 v0 2001:db8::2/64 2001:db8::1; "
          + "ip addr change 2001:db8::2/64 dev v0 valid_lft 1000 preferred_lft 0"
      ),
    ]

    @Test("the path is the same", arguments: states.indices)
    func same(_ index: Int) throws {
      let network = try Namespace()
      let (name, lines) = Self.states[index]
      try network.shell(lines)
      var paths: (netlink: NetworkPath, polled: NetworkPath)?
      // The kernel settles a carrier up to a second after it is there.
      let isSame = eventually {
        paths = try? network.run { try Self.paths() }
        guard let paths else { return false }
        return Self.areSame(paths.netlink, paths.polled, inAnyOrder: name == "legs of IPv6")
      }
      #expect(isSame, "\(name): \(String(describing: paths))")
    }

    /// Which leg of an IPv6 route comes first the kernel decides anew at each boot, by a hash of the packet's addresses.
    private static func areSame(_ one: NetworkPath, _ other: NetworkPath, inAnyOrder: Bool) -> Bool {
      guard inAnyOrder else { return one == other }
      return one.status == other.status && one.supportsIPv6 == other.supportsIPv6
        && Set(one.availableInterfaces) == Set(other.availableInterfaces)
        && Set(one.gateways) == Set(other.gateways)
    }

    @Test("Sockets alone tell the path where no file can be read, and netlink is refused")
    func socketsAlone() throws {
      let network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1; ip addr add 2001:db8::2/64 dev v0 nodad")
      try network.shell(
        "ip -6 route add default via 2001:db8::1 dev v0; uplink v1 198.51.100.2/24 198.51.100.1 metric 9")
      let restricted = try Namespace(joining: network, refused: refused_netlink_socket, EACCES)
      // The kernel settles a carrier up to a second after it is there.
      #expect(eventually { (try? restricted.run { try Self.pathOfSockets().ways }) == ["v0"] })
      let path = try restricted.run { try Self.pathOfSockets() }
      #expect(path.status == .satisfied && path.supportsIPv4 && path.supportsIPv6 && path.gateways.isEmpty)
      #expect(path.availableInterfaces.map(\.type) == [.wiredEthernet])
      // A link that has an address of IPv6's alone.
      try network.shell("ip addr flush dev v1; ip -4 addr flush dev v0")
      #expect(try restricted.run { try Self.pathOfSockets() }.ways == ["v0"])
      try network.shell("unplug v0")
      #expect(eventually { (try? restricted.run { try Self.pathOfSockets().status }) == .unsatisfied })
    }

    private static func pathOfSockets() throws -> NetworkPath {
      let kernel = PolledKernel(PolledFiles.Roots(sys: "/nonexistent", proc: "/nonexistent"))
      var engine = NetlinkEngine(kernel) { kernel.facts($0, $1) }
      return PathEvaluator.path(try engine.snapshot(now: .now))
    }

    private static func paths() throws -> (netlink: NetworkPath, polled: NetworkPath) {
      var netlink = NetlinkEngine(try NetlinkRequester()) { _, _ in nil }
      let kernel = PolledKernel()
      var polled = NetlinkEngine(kernel) { kernel.facts($0, $1) }
      return (
        PathEvaluator.path(try netlink.snapshot(now: .now)),
        PathEvaluator.path(try polled.snapshot(now: .now))
      )
    }
  }
}
