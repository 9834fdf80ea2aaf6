import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// The five ways in which programs use a monitor of Apple's.
  @Suite struct WaysOfUseTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    @Test("A closure, called on the main queue")
    func closureOnMainQueue() throws {
      try #require(!Thread.isMainThread, "a test that waits there would keep the queue from serving")
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = { path in
        dispatchPrecondition(condition: .onQueue(.main))
        log.hear(path)
      }
      monitor.start(queue: .main)
      #expect(try log.next().ways == ["v0"])
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      monitor.cancel()
    }

    @Test("A closure that is assigned after the start, called on a concurrent queue in the order of events")
    func closureOnConcurrentQueue() throws {
      let log = PathLog()
      let calls = Lock((now: 0, most: 0))
      let monitor = PathMonitor(backend: network.backend())
      monitor.start(queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
      monitor.pathUpdateHandler = { path in
        calls.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        log.hear(path)
        calls.withLock { $0.now -= 1 }
      }
      #expect(try log.next().ways == ["v0"])
      for number in 3...30 {
        try network.shell("ip route replace default via 192.0.2.\(number) dev v0")
        #expect(try log.next().gateways == [gateway(number)])
      }
      #expect(calls.withLock { $0.most } == 1)
      monitor.cancel()
    }

    @Test("A loop over the monitor")
    func loop() async throws {
      var ways: [[String]] = []
      for await path in PathMonitor(backend: network.backend()) {
        ways.append(path.ways)
        switch ways.count {
        case 1: try network.shell("ip route del default")
        case 2: try network.shell("ip route add default via 192.0.2.1 dev v0")
        default: break
        }
        if ways.count == 3 { break }
      }
      #expect(ways == [["v0"], [], ["v0"]])
    }

    @Test("A semaphore that waits for the first call")
    func semaphore() {
      let first = DispatchSemaphore(value: 0)
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = { _ in first.signal() }
      monitor.start(queue: .global())
      #expect(first.wait(timeout: .now() + patience) == .success)
      #expect(monitor.currentPath.status == .satisfied)
      monitor.cancel()
    }

    @Test("A local monitor that nobody keeps goes on reporting")
    func unstored() throws {
      let log = PathLog()
      func watch() {
        let monitor = PathMonitor(backend: network.backend())
        monitor.pathUpdateHandler = { [weak monitor] path in
          // The end of the test: without it the monitor would live for ever.
          if path.status == .unsatisfied { monitor?.cancel() }
          log.hear(path)
        }
        monitor.start(queue: DispatchQueue(label: "unstored"))
      }
      watch()
      #expect(try log.next().ways == ["v0"])
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
    }
  }
}
