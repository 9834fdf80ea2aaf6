import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct HandlerTests {
    private let network: Namespace
    private let monitor: PathMonitor
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      monitor = PathMonitor(backend: network.backend())
    }

    @Test("A handler that is assigned long after the start gets the current path once")
    func late() throws {
      monitor.start(queue: DispatchQueue(label: "handler"))
      #expect(eventually { monitor.currentPath.ways == ["v0"] })
      try network.shell("ip route del default", "uplink w0 198.51.100.2/24 198.51.100.1")
      #expect(eventually { monitor.currentPath.ways == ["w0"] })
      monitor.pathUpdateHandler = log.hear
      _ = try log.next()
      try network.shell("ip route del default")
      _ = try log.next()
      #expect(log.ways == [["w0"], []])
      monitor.cancel()
    }

    @Test("A handler that takes the place of one that had the current path gets the next")
    func replaced() throws {
      let first = PathLog()
      monitor.pathUpdateHandler = first.hear
      monitor.start(queue: DispatchQueue(label: "handler"))
      _ = try first.next()
      monitor.pathUpdateHandler = log.hear
      try network.shell("ip route del default")
      _ = try log.next()
      #expect(first.ways == [["v0"]])
      #expect(log.ways == [[]])
      monitor.cancel()
    }

    @Test("A handler gets the current path after a time in which there was none, and changes passed unseen")
    func pause() throws {
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "handler"))
      _ = try log.next()
      monitor.pathUpdateHandler = nil
      try network.shell("ip route del default")
      #expect(eventually { monitor.currentPath.ways == [] })
      monitor.pathUpdateHandler = log.hear
      _ = try log.next()
      try network.shell("ip route add default via 192.0.2.1 dev v0")
      _ = try log.next()
      #expect(log.ways == [["v0"], [], ["v0"]])
      monitor.cancel()
    }

    @Test("The current path is set before the handler runs, which may read it and put another in its place")
    func reassigns() throws {
      let sawCurrent = Lock<[Bool]>([])
      monitor.pathUpdateHandler = { [monitor, log] path in
        sawCurrent.withLock { $0.append(monitor.currentPath == path) }
        monitor.pathUpdateHandler = { path in
          sawCurrent.withLock { $0.append(monitor.currentPath == path) }
          log.hear(path)
        }
        log.hear(NetworkPath(status: .requiresConnection))
      }
      monitor.start(queue: DispatchQueue(label: "handler"))
      // The first handler's mark, then the second's path, which is the next.
      #expect(try log.next().status == .requiresConnection)
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      #expect(sawCurrent.withLock { $0 } == [true, true])
      monitor.cancel()
    }
  }
}
