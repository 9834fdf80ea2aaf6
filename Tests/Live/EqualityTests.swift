import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct EqualityTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell(
        "uplink v0 192.0.2.2/24 192.0.2.1",
        "uplink w0 198.51.100.2/24 198.51.100.1 metric 600")
    }

    @Test("Two monitors of an unchanged system have equal paths, told once", arguments: [true, false])
    func unchanged(sharing: Bool) throws {
      let backend = network.backend()
      let logs = [PathLog(), PathLog()]
      let monitors = [
        PathMonitor(backend: backend), PathMonitor(backend: sharing ? backend : network.backend()),
      ]
      for (monitor, log) in zip(monitors, logs) {
        monitor.pathUpdateHandler = log.hear
        monitor.start(queue: DispatchQueue(label: "equal"))
      }
      let paths = try logs.map { try $0.next() }
      #expect(paths[0] == paths[1])
      #expect(paths[0].hashValue == paths[1].hashValue)
      #expect(paths[0].ways == ["v0", "w0"])
      try network.shell("ip route del default dev v0")
      let changed = try logs.map { try $0.next() }
      #expect(changed[0] == changed[1])
      #expect(changed[0] != paths[0])
      for (monitor, log) in zip(monitors, logs) {
        #expect(log.ways == [["v0", "w0"], ["w0"]])
        monitor.cancel()
      }
    }

    @Test("What changes no property of the path is not told")
    func irrelevant() throws {
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "equal"))
      _ = try log.next()
      try network.shell(
        "ip addr add 192.0.2.9/24 dev v0",
        "ip addr del 192.0.2.9/24 dev v0",
        "ip route add 203.0.113.0/24 via 192.0.2.7",
        "wire x0",
        "ip link set x0 mtu 1400",
        "ip link del x0",
        "ip route replace default via 192.0.2.1 dev v0",
        "ip link set w0 alias other",
        // This one does.
        "ip route del default dev v0")
      _ = try log.next()
      #expect(log.ways == [["v0", "w0"], ["w0"]])
      monitor.cancel()
    }

    @Test("A path that never was is not told, though routes change while the kernel is asked")
    func tornReads() throws {
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "equal"))
      // Never more changes at once than looks that may find themselves disturbed: how fast they are does not matter.
      for _ in 0..<60 {
        try network.shell("ip route replace default via 192.0.2.1 dev v0", "ip route del default dev v0")
        while try log.next().ways != ["w0"] {}
        try network.shell("ip route add default via 192.0.2.1 dev v0")
        while try log.next().ways != ["v0", "w0"] {}
      }
      monitor.cancel()
      // Packets never left by w0 while v0 had a way out: its metric is the better one.
      #expect(Set(log.ways) == [["v0", "w0"], ["w0"]])
    }

    @Test("The same interface with another router is another path")
    func otherGateway() throws {
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "equal"))
      let first = try log.next()
      try network.shell("ip route replace default via 192.0.2.254 dev v0")
      let second = try log.next()
      #expect(first != second)
      #expect(first.availableInterfaces == second.availableInterfaces)
      #expect(first.gateways.first == gateway(1))
      #expect(second.gateways.first == gateway(254))
      monitor.cancel()
    }
  }
}
