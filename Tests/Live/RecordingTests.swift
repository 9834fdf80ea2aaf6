import Dispatch
import Netlink
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// What a monitor saw is recorded, and the recording gives it again.
  @Suite struct RecordingTests {
    private let network: Namespace
    private let folder: TemporaryFolder
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      folder = try TemporaryFolder()
      try network.shell(
        "mkdir \(folder.path)/etc", "echo 'nameserver 9.9.9.9' >\(folder.path)/etc/resolv.conf")
    }

    private var file: String { "\(folder.path)/a.pcap" }

    /// Starts a monitor whose backend writes to `file`.
    private func start(_ recorder: NetworkRecorder, mostLooks: Int? = nil) -> PathMonitor {
      let monitor = PathMonitor(
        backend: network.backend(
          resolver: "\(folder.path)/etc/resolv.conf", uplinks: "\(folder.path)/none", mostLooks: mostLooks,
          recorder: recorder))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "recording"))
      return monitor
    }

    /// Changes of every kind, each waited for.
    private func change() throws {
      func step(_ lines: String..., until isWanted: (NetworkPath) -> Bool) throws {
        try network.shell(lines.joined(separator: "\n"))
        try log.next(where: isWanted)
      }
      try log.next { $0.ways == ["v0"] }
      try step("ip link set v0 down") { $0.status == .unsatisfied }
      try step("ip link set v0 up", "ip route add default via 192.0.2.1") { $0.ways == ["v0"] }
      try step("ip route replace default via 192.0.2.9") { $0.gateways == [gateway(9)] }
      try step("uplink v1 198.51.100.2/24 198.51.100.1 metric 9", "uplink6 v2 2001:db8::2/64 2001:db8::1") {
        Set($0.ways) == ["v0", "v1", "v2"]
      }
      try step("ip rule add priority 9 prohibit") { $0.ways == ["v2"] }
      try step(": >\(folder.path)/etc/resolv.conf") { !$0.supportsDNS }
      try step("ip rule del priority 9") { Set($0.ways) == ["v0", "v1", "v2"] }
      try step("unplug v1") { Set($0.ways) == ["v0", "v2"] }
      try step("ip link set v2 down", "ip link set v2 name renamed", "ip link set renamed up") {
        $0.ways == ["v0"]
      }
      try step("ip addr flush dev v0") { $0.status == .unsatisfied }
      // An address that is under test, and then is not.
      try step(
        "ip addr add 2001:db8::3/64 dev renamed", "ip -6 route add default via 2001:db8::1 dev renamed"
      ) {
        $0.ways == ["renamed"]
      }
      try step("ip link del renamed") { $0.status == .unsatisfied }
    }

    @Test("a recording gives the paths that its monitor gave, one by one")
    func same() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let recorder = try NetworkRecorder(file)
      let monitor = start(recorder)
      try change()
      monitor.cancel()
      let packets = recorder.end()
      let recording = try Recording(contentsOf: file)
      #expect(recording.damage == nil && recorder.failure == nil)
      #expect(Self.paths(recording) == log.all)

      let scrubbed = "\(folder.path)/b.pcap"
      #expect(try recording.writeAnonymized(to: scrubbed) == packets)
      let paths = Self.paths(try Recording(contentsOf: scrubbed))
      #expect(paths.map(\.status) == log.all.map(\.status))
      #expect(paths.map(\.gateways.count) == log.all.map(\.gateways.count))
      #expect(
        paths.map { $0.availableInterfaces.map(\.index) }
          == log.all.map { $0.availableInterfaces.map(\.index) })
    }

    @Test("so it does of changes at random that nobody waits for", arguments: [1, 2, 3, 4], [1, 8])
    func random(_ seed: UInt64, mostLooks: Int) throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1", "wire v1")
      let recorder = try NetworkRecorder(file)
      let monitor = start(recorder, mostLooks: mostLooks)
      var random = SplitMix64(seed: seed)
      // Many of them fail, as what they need is not there.
      let lines = (0..<200).map { _ in Self.change(&random, folder.path) + " 2>/dev/null || :" }
      try network.shell(lines.joined(separator: "\n"))
      // The last change is one that no other is like.
      try network.shell(
        "ip rule flush; for t in main default; do ip rule add lookup $t; done",
        "ip nexthop flush", "ip link del v1", "ip link set v0 up", "plug v0", "ip addr flush dev v0",
        "ip -4 route flush root 0/0 || :", "ip addr add 192.0.2.2/24 dev v0",
        "ip route replace default via 192.0.2.200 dev v0")
      try log.next { $0.gateways.first == gateway(200) }
      monitor.cancel()
      _ = recorder.end()
      // What was found after the handler was let go may follow: an address that came through its test.
      let recording = try Recording(contentsOf: file)
      let paths = Self.paths(recording)
      #expect(paths.starts(with: log.all))
      let scrubbed = "\(folder.path)/b.pcap"
      try recording.writeAnonymized(to: scrubbed)
      let scrubbedPaths = Self.paths(try Recording(contentsOf: scrubbed))
      #expect(scrubbedPaths.map(\.shape) == paths.map(\.shape))
    }

    private static func change(_ random: inout SplitMix64, _ folder: String) -> String {
      let link = "v\(Int.random(in: 0...1, using: &random))"
      let number = Int.random(in: 1...3, using: &random)
      let metric = ["", " metric \(number)"].randomElement(using: &random) ?? ""
      let changes = [
        "ip link set \(link) up", "ip link set \(link) up", "ip link set \(link) down", "unplug \(link)",
        "plug \(link)", "plug \(link)", "ip addr add 192.0.2.\(number + 1)/24 dev \(link)",
        "ip addr add 192.0.2.\(number + 1)/24 dev \(link)",
        "ip addr del 192.0.2.\(number + 1)/24 dev \(link)",
        "ip route add default via 192.0.2.\(number + 100) dev \(link)\(metric)",
        "ip route replace default via 192.0.2.\(number + 100) dev \(link)\(metric)",
        "ip route del default\(metric)", "ip addr add 2001:db8::\(number)/64 dev \(link)",
        "ip addr add 2001:db8::\(number)/64 dev \(link) nodad",
        "ip addr del 2001:db8::\(number)/64 dev \(link)",
        "ip -6 route append default via 2001:db8::\(number + 100) dev \(link)",
        "ip -6 route del default via 2001:db8::\(number + 100) dev \(link)",
        "ip rule add priority \(number) prohibit", "ip rule del priority \(number)",
        "ip -6 rule add priority \(number) lookup \(number + 300)", "ip -6 rule del priority \(number)",
        "ip route add 8.0.0.0/5 via 192.0.2.\(number + 100) dev \(link)", "ip route del 8.0.0.0/5",
        "ip nexthop add id \(number) via 192.0.2.\(number + 100) dev \(link)", "ip nexthop del id \(number)",
        "ip route add default nhid \(number)\(metric)", "ip rule del priority \(number)",
        "ip route add default nexthop via 192.0.2.101 dev v0 nexthop via 192.0.2.102 dev v1",
        ": >\(folder)/etc/resolv.conf", "echo 'nameserver 9.9.9.9' >\(folder)/etc/resolv.conf",
      ]
      return changes.randomElement(using: &random) ?? ":"
    }

    @Test("one that is anonymised as it is made gives as many")
    func anonymous() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let monitor = start(try NetworkRecorder(file, isAnonymous: true))
      try change()
      monitor.cancel()
      let recording = try Recording(contentsOf: file)
      let paths = Self.paths(recording)
      #expect(paths.map(\.status) == log.all.map(\.status))
      #expect(!paths.contains { $0.ways.contains("v0") })
    }

    @Test("at any moment what was written is a whole recording")
    func whole() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let monitor = start(try NetworkRecorder(file))
      let first = try log.next()
      let begun = try Recording(contentsOf: file)
      #expect(begun.damage == nil && Self.paths(begun) == [first])
      monitor.cancel()
    }

    @Test("a dump of routes ends when it is enough")
    func large() throws {
      try network.shell(
        "uplink v0 192.0.2.2/24 192.0.2.1",
        "for i in $(seq 0 250); do for j in 1 2; do echo route add 10.$j.$i.0/24 dev v0; done; done | ip -batch -"
      )
      let isWhole = try network.run {
        var requester = try NetlinkRequester()
        return (
          try requester.dumpRoutes(.ipv4, atMost: 1000) { _ in },
          try requester.dumpRoutes(.ipv4, atMost: 100) { _ in }
        )
      }
      #expect(isWhole.0 && !isWhole.1)
    }

    @Test("a full disk ends the recording, with the reason, and not the monitor")
    func full() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let reasons = Lock<[String]>([])
      let recorder = try NetworkRecorder("/dev/full") { reason in reasons.withLock { $0.append(reason) } }
      let monitor = start(recorder)
      #expect(try log.next().ways == ["v0"])
      #expect(reasons.withLock { $0.count } == 1 && recorder.packets == 0)
      #expect(recorder.failure?.contains("No space left on device") == true)
      monitor.cancel()
    }

    @Test("a file that is there is left alone, unless it is to be replaced")
    func existing() throws {
      _ = try NetworkRecorder(file)
      let error = #expect(throws: RecordingError.self) { try NetworkRecorder(file) }
      #expect(error?.description.contains("--force") == true)
      _ = try NetworkRecorder(file, replaces: true)
      let other = #expect(throws: RecordingError.self) { try NetworkRecorder("\(folder.path)/none/a.pcap") }
      #expect(other?.reason.contains("No such file") == true)
    }

    @Test(
      "tshark reads a recording, scrubbed or not, and finds nothing malformed",
      .enabled(if: Tshark.isThere, "tshark is not installed"))
    func wireshark() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let recorder = try NetworkRecorder(file)
      let monitor = start(recorder)
      try change()
      monitor.cancel()
      let packets = recorder.end()
      let scrubbed = "\(folder.path)/b.pcap"
      try Recording(contentsOf: file).writeAnonymized(to: scrubbed)
      for file in [file, scrubbed] {
        // Its exit status is not 0 if it cannot read a file to its end.
        let lines = try Shell.run("tshark -r \(file) 2>/dev/null")
        #expect(lines.split(separator: "\n").count == packets)
        #expect(lines.contains("Netlink route"))
        let details = try Shell.run("tshark -V -r \(file) 2>&1")
        #expect(!details.contains("Malformed") && !details.contains("malformed"))
        #expect(details.contains("Message type: Create network interface (16)"))
        #expect(details.contains("Message type: Get network route (26)") || details.contains("(26)"))
      }
    }

    private static func paths(_ recording: Recording) -> [NetworkPath] {
      recording.timeline.reduce(into: []) { paths, moment in
        let path = PathEvaluator.path(moment.snapshot)
        if path != paths.last { paths.append(path) }
      }
    }
  }
}

extension NetworkPath {
  /// What is left of it without names and addresses.
  fileprivate var shape: [Int] {
    [supportsIPv4, supportsIPv6, supportsDNS].map { $0 ? 1 : 0 } + [gateways.count]
      + availableInterfaces.map(\.index)
  }
}

/// Wireshark's program for terminals.
private enum Tshark {
  static let isThere = (try? Shell.run("tshark --version")) != nil
}
