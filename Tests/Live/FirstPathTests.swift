import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct FirstPathTests {
    private let network: Namespace
    private let log = PathLog()

    init() throws { network = try Namespace() }

    @Test("The first path is delivered also where there is none, and then what comes")
    func unsatisfied() throws {
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "first"))
      let first = try log.next()
      #expect(first == NetworkPath(status: .unsatisfied, unsatisfiedReason: .notAvailable))
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let second = try log.next()
      #expect(second.status == .satisfied)
      #expect(second.ways == ["v0"])
      #expect(second.gateways == [gateway(1)])
      #expect(second.usesInterfaceType(.wiredEthernet))
      #expect(second.supportsIPv4 && !second.supportsIPv6 && !second.supportsDNS)
      monitor.cancel()
    }

    @Test("The first call comes after the start, not from within")
    func asynchronous() throws {
      let queue = DispatchQueue(label: "first")
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      // A call by way of the queue cannot begin while this block has it; one from within could.
      let early = queue.sync {
        monitor.start(queue: queue)
        return log.all
      }
      #expect(early.isEmpty)
      #expect(try log.next().status == .unsatisfied)
      monitor.cancel()
    }

    @Test("Before the first path the current one is unsatisfied, not available and empty")
    func beforeFirst() throws {
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let queue = DispatchQueue(label: "first")
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      let unknown = NetworkPath(status: .unsatisfied, unsatisfiedReason: .notAvailable)
      #expect(monitor.currentPath == unknown)
      queue.sync {
        monitor.start(queue: queue)
        #expect(monitor.currentPath == unknown)
      }
      let first = try log.next()
      #expect(first.ways == ["v0"])
      #expect(monitor.currentPath == first)
      monitor.cancel()
    }

    @Test("A second start is ignored and keeps the first queue")
    func secondStart() throws {
      let queue = DispatchQueue(label: "first")
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = { path in
        dispatchPrecondition(condition: .onQueue(queue))
        log.hear(path)
      }
      #expect(monitor.queue == nil)
      monitor.start(queue: queue)
      monitor.start(queue: DispatchQueue(label: "second"))
      #expect(monitor.queue === queue)
      _ = try log.next()
      monitor.start(queue: DispatchQueue(label: "third"))
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      _ = try log.next()
      // Were the first path told again, it would stand before this one.
      try network.shell("ip route del default")
      _ = try log.next()
      #expect(log.ways == [[], ["v0"], []])
      monitor.cancel()
    }
  }
}
