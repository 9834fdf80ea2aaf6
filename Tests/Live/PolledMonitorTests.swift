import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// Monitors of the polling backend.
  @Suite struct PolledMonitorTests {
    private let network: Namespace
    private let log = PathLog()

    init() throws { network = try Namespace() }

    private static func backend(
      _ network: Namespace, interval: Duration = .milliseconds(20),
      resolver: String = "/nonexistent/resolv.conf"
    ) -> some PathMonitorBackend {
      network.hosted(
        SysfsBackend.separate(
          interval: interval, resolver: resolver, uplinks: "/nonexistent/uplinks.conf"))
    }

    @Test("Without netlink a monitor follows what comes and goes")
    func following() throws {
      let monitor = PathMonitor(backend: Self.backend(network))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "polled"))
      #expect(try log.next().status == .unsatisfied)
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      try log.next { $0.ways == ["v0"] && $0.gateways == [gateway(1)] }
      try network.shell("unplug v0")
      try log.next { $0.status == .unsatisfied }
      try network.shell("plug v0")
      try log.next { $0.ways == ["v0"] }
      try network.shell("ip link set v0 name lan0")
      try log.next { $0.ways == ["lan0"] }
      try network.shell("ip link set lan0 down")
      try log.next { $0.status == .unsatisfied }
      #expect(network.netlinkSockets.isEmpty)
      monitor.cancel()
      #expect(eventually { network.threads(named: "pathmonitor") == 0 })
    }

    @Test("Name servers are followed between the polls")
    func resolver() throws {
      let folder = try TemporaryFolder()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let backend = Self.backend(network, interval: .seconds(3600), resolver: "\(folder.path)/resolv.conf")
      let monitor = PathMonitor(backend: backend)
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "polled"))
      #expect(try !log.next().supportsDNS)
      try network.shell("echo nameserver 192.0.2.1 >\(folder.path)/resolv.conf")
      #expect(try log.next().supportsDNS)
      monitor.cancel()
    }

    @Test("Monitors that come and go leave no descriptor, thread or memory")
    func leaks() async {
      await #expect(processExitsWith: .success) {
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.2/24 192.0.2.1", "uplink6 v1 2001:db8::2/64 2001:db8::1")
        let backend = PolledMonitorTests.backend(network, interval: .milliseconds(10))
        let queue = DispatchQueue(label: "polled")
        func cycle(_ count: Int) throws {
          for _ in 0..<count {
            let log = PathLog()
            let monitor = PathMonitor(backend: backend)
            monitor.pathUpdateHandler = log.hear
            monitor.start(queue: queue)
            #expect(try log.next().ways == ["v0", "v1"])
            monitor.cancel()
          }
          queue.sync {}
        }
        let before = ProcessUse.now
        try cycle(cycles(200))
        #expect(eventually { network.threads(named: "pathmonitor") == 0 })
        #expect(eventually { ProcessUse.now.descriptors == before.descriptors }, "\(ProcessUse.now)")
        let warm = ProcessUse.now
        try cycle(cycles(1000))
        #expect(eventually { network.threads(named: "pathmonitor") == 0 })
        #expect(eventually { ProcessUse.now.descriptors == before.descriptors }, "\(ProcessUse.now)")
        #expect(ProcessUse.now.memory - warm.memory < 250_000, "\(warm), \(ProcessUse.now)")
      }
    }
  }
}
