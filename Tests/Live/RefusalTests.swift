import CTestSupport
import Dispatch
import Foundation
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

    @Test("A kernel that takes no filter tells more than matters, and is followed all the same")
    func withoutFilter() throws {
      let restricted = try Namespace(joining: network, refused: refused_event_filter, EPERM)
      let log = PathLog()
      let monitor = PathMonitor(backend: restricted.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "refusal"))
      defer { monitor.cancel() }
      #expect(try log.next().ways == ["v0"])
      try network.shell("ip route add 10.0.0.0/24 via 192.0.2.1", "ip route del default")
      #expect(try log.next().status == .unsatisfied)
      #expect(monitor.backendDescription == "netlink")
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

    @Test("A process out of descriptors is told so, and followed again as soon as it has some")
    func shortage() throws {
      let folder = try TemporaryFolder()
      // Descriptors 0 to 2, and one for the loader of libraries.
      let job = try network.launch(
        "cd \(folder.path)", "exec prlimit --nofile=4:1024 \(Live.tool) watch --json >paths 2>words")
      defer { job.stop() }
      func lines(_ file: String) -> [Substring] {
        ((try? String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)) ?? "").split(
          separator: "\n")
      }
      #expect(eventually { lines("paths").count == 1 && lines("words").count == 1 })
      #expect(lines("paths").first?.contains("\"satisfied\"") == true)
      #expect(lines("paths").first?.contains("\"interfaces\":[]") == true)
      let words = lines("words").first ?? ""
      #expect(words.contains("Too many open files") && words.contains("raise the limit"))
      try network.shell("prlimit --pid \(job.process) --nofile=256:1024")
      #expect(eventually { lines("words").last == "pathmonitor: back to netlink" })
      #expect(eventually { lines("paths").last?.contains("\"v0\"") == true })
      // Each switch once, and no path twice.
      #expect(Set(lines("words")).count == lines("words").count)
      try network.shell("ip route del default")
      #expect(eventually { lines("paths").last?.contains("\"unsatisfied\"") == true })
      #expect(lines("paths").last?.contains("\"backend\":\"netlink\"") == true)
    }
  }
}
