import Dispatch
import Foundation
import PathMonitoring
import Synchronization
import TestSupport
import Testing

extension Live {
  /// What goes wrong, if it does, only now and then, and what the thread sanitizer is to see.
  @Suite struct RaceTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    /// Changes the path over and over until it is stopped.
    private func storm() throws -> Shell.Job {
      try network.launch(
        "while :; do",
        "  ip route replace default via 192.0.2.3 dev v0",
        "  ip route replace default via 192.0.2.1 dev v0",
        "done")
    }

    @Test("No call begins after a cancellation on the monitor's queue, amid changes")
    func cancelOnQueue() throws {
      let storm = try storm()
      defer { storm.stop() }
      let backend = network.backend()
      // Keeps the backend's thread and its stream of changes going from cycle to cycle.
      let other = PathMonitor(backend: backend)
      other.start(queue: DispatchQueue(label: "other"))
      let queue = DispatchQueue(label: "cancelled")
      let late = Lock(0)
      for cycle in 0..<cycles(300) {
        let isOver = Lock(false)
        let log = PathLog()
        let monitor = PathMonitor(backend: backend)
        monitor.pathUpdateHandler = { path in
          if isOver.withLock({ $0 }) { late.withLock { $0 += 1 } }
          log.hear(path)
        }
        monitor.start(queue: queue)
        // Some are cancelled amid their first call, some between later ones, some before any.
        for _ in 0..<cycle % 3 { _ = try log.next() }
        queue.sync {
          monitor.cancel()
          isOver.withLock { $0 = true }
        }
      }
      other.cancel()
      queue.sync {}
      #expect(late.withLock { $0 } == 0)
    }

    @Test("From another thread, no call begins once a cancellation and the call in flight have ended")
    func cancelFromElsewhere() throws {
      let storm = try storm()
      defer { storm.stop() }
      let backend = network.backend()
      let other = PathMonitor(backend: backend)
      other.start(queue: DispatchQueue(label: "other"))
      let queue = DispatchQueue(label: "cancelled", attributes: .concurrent)
      let late = Lock(0)
      for cycle in 0..<cycles(300) {
        let isOver = Lock(false)
        let log = PathLog()
        let monitor = PathMonitor(backend: backend)
        monitor.pathUpdateHandler = { path in
          if isOver.withLock({ $0 }) { late.withLock { $0 += 1 } }
          log.hear(path)
        }
        monitor.start(queue: queue)
        for _ in 0..<cycle % 3 { _ = try log.next() }
        monitor.cancel()
        // A call that was in flight when the cancellation returned may still end.
        queue.sync(flags: .barrier) { isOver.withLock { $0 = true } }
      }
      other.cancel()
      queue.sync(flags: .barrier) {}
      #expect(late.withLock { $0 } == 0)
    }

    @Test("The current path can be read by eight threads while it changes, and is always a whole one")
    func readers() throws {
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      let isOver = Atomic(false)
      let torn = Lock<[NetworkPath]>([])
      let readers = DispatchGroup()
      let none = NetworkPath(status: .unsatisfied)
      for _ in 0..<8 {
        readers.enter()
        Thread.detachNewThread {
          var last: NetworkPath?
          while !isOver.load(ordering: .relaxed) {
            let path = monitor.currentPath
            if path == last { continue }
            last = path
            let isWhole = path.ways == ["v0"] && path.gateways.count == 1 && path.supportsIPv4
            if path != none, !isWhole || path.status != .satisfied { torn.withLock { $0.append(path) } }
          }
          readers.leave()
        }
      }
      monitor.start(queue: DispatchQueue(label: "readers"))
      #expect(try log.next().ways == ["v0"])
      for _ in 0..<cycles(200) {
        try network.shell("ip route del default")
        #expect(try log.next() == none)
        #expect(monitor.currentPath == none)
        try network.shell("ip route add default via 192.0.2.1 dev v0")
        let path = try log.next()
        #expect(path.ways == ["v0"])
        #expect(monitor.currentPath == path)
      }
      isOver.store(true, ordering: .relaxed)
      #expect(readers.wait(timeout: .now() + patience) == .success)
      #expect(torn.withLock { $0 } == [])
      monitor.cancel()
    }

    @Test("Members may be used from many threads at once, amid changes")
    func everything() throws {
      let storm = try storm()
      defer { storm.stop() }
      let backend = network.backend()
      for _ in 0..<cycles(50) {
        let monitor = PathMonitor(backend: backend)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
          switch number {
          case 0, 1: monitor.start(queue: DispatchQueue(label: "start"))
          case 2, 3: monitor.pathUpdateHandler = { _ in }
          case 4: _ = monitor.makeAsyncIterator()
          case 5: _ = (monitor.currentPath, monitor.queue, monitor.backendDescription)
          case 6: _ = monitor.pathUpdateHandler
          default: monitor.cancel()
          }
        }
        monitor.cancel()
      }
    }
  }
}
