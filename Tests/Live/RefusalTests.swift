import CTestSupport
import Dispatch
import Glibc
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// Where the kernel refuses what netlink needs, as containers, services and phones do.
  @Suite struct RefusalTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    static let refusals: [(call: refused_call, error: Int32, words: String)] = [
      (refused_netlink_socket, EAFNOSUPPORT, "socket(AF_NETLINK, NETLINK_ROUTE): Address family"),
      (refused_netlink_socket, EPERM, "socket(AF_NETLINK, NETLINK_ROUTE): Operation not permitted"),
      (refused_netlink_socket, EACCES, "socket(AF_NETLINK, NETLINK_ROUTE): Permission denied"),
      (refused_bind, EACCES, "bind(AF_NETLINK): Permission denied"),
      (refused_membership, EPERM, "setsockopt(NETLINK_ADD_MEMBERSHIP, link): Operation not permitted"),
    ]

    @Test("Polling stands in from the start, follows, and says why", arguments: refusals.indices)
    func fallsBack(_ row: Int) throws {
      let refusal = Self.refusals[row]
      let restricted = try Namespace(joining: network, refused: refusal.call, refusal.error)
      let log = PathLog()
      let monitor = PathMonitor(
        backend: restricted.hosted(
          AutomaticBackend([
            NetlinkBackend.separate(resolver: "/nonexistent"),
            SysfsBackend.separate(interval: .milliseconds(20), resolver: "/nonexistent"),
          ])))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "refusal"))
      defer { monitor.cancel() }
      #expect(try log.next().ways == ["v0"])
      let description = monitor.backendDescription
      #expect(description.hasPrefix("sysfs, every 20ms (netlink: \(refusal.words)"), "\(description)")
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      try network.shell("ip route add default via 192.0.2.1 dev v0")
      #expect(try log.next().ways == ["v0"])
    }

    @Test("A netlink backend by itself is unknown and says why", arguments: refusals.indices)
    func unknownAlone(_ row: Int) throws {
      let refusal = Self.refusals[row]
      let restricted = try Namespace(joining: network, refused: refusal.call, refusal.error)
      let log = PathLog()
      let monitor = PathMonitor(backend: restricted.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "refusal"))
      defer { monitor.cancel() }
      let path = try log.next()
      #expect(path.status == .satisfied && path.availableInterfaces.isEmpty)
      #expect(monitor.backendDescription.hasPrefix("netlink failed: \(refusal.words)"))
    }

    @Test("A socket that breaks is stood in for, and made anew")
    func breaksLater() throws {
      let log = PathLog()
      let standIn = ScriptedBackend()
      let monitor = PathMonitor(
        backend: network.hosted(
          AutomaticBackend([NetlinkBackend.separate(resolver: "/nonexistent"), standIn])))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "refusal"))
      defer { monitor.cancel() }
      #expect(try log.next().ways == ["v0"])
      #expect(network.breakListeningSockets() == 1)
      // Wakes the thread, which finds the socket broken: no path is told of it.
      try network.shell("ip link set lo up")
      #expect(eventually { standIn.starts == 1 && standIn.stops == 1 })
      #expect(monitor.backendDescription == "netlink")
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      #expect(log.ways == [["v0"], []])
      #expect(network.netlinkSockets.count { $0.isListening } == 1)
    }
  }
}
