import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct CancelTests {
    /// What a handler holds.
    private final class Witness: Sendable {}

    private let network: Namespace
    private let monitor: PathMonitor
    private let log = PathLog()
    private let queue = DispatchQueue(label: "cancelled")
    /// A monitor that goes on, of the same backend and on the same queue: it tells when changes have been heard.
    private let other: PathMonitor
    private let otherLog = PathLog()

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let backend = network.backend()
      monitor = PathMonitor(backend: backend)
      other = PathMonitor(backend: backend)
      monitor.pathUpdateHandler = log.hear
      other.pathUpdateHandler = otherLog.hear
    }

    /// Makes two changes and waits for both: the backend has told all monitors of the first by then.
    private func expectSilence(after heard: [[String]]) throws {
      other.start(queue: queue)
      _ = try otherLog.next(where: { $0.ways == ["v0"] })
      try network.shell("ip route del default")
      _ = try otherLog.next(where: { $0.ways == [] })
      try network.shell("ip route add default via 192.0.2.1 dev v0")
      _ = try otherLog.next(where: { $0.ways == ["v0"] })
      queue.sync {}
      #expect(log.ways == heard)
      other.cancel()
    }

    @Test("Cancelled, nothing more comes, and the current path stays; a second time does no harm")
    func twice() throws {
      monitor.start(queue: queue)
      _ = try log.next()
      monitor.cancel()
      monitor.cancel()
      try expectSilence(after: [["v0"]])
      #expect(monitor.currentPath.ways == ["v0"])
    }

    @Test("A start after the cancellation does nothing, nor does a handler")
    func startAfter() throws {
      monitor.cancel()
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: queue)
      #expect(monitor.queue == nil)
      #expect(monitor.pathUpdateHandler == nil)
      try expectSilence(after: [])
      #expect(monitor.currentPath.status == .unsatisfied)
    }

    @Test("A restart after the cancellation does nothing")
    func restart() throws {
      monitor.start(queue: queue)
      _ = try log.next()
      monitor.cancel()
      monitor.start(queue: queue)
      try expectSilence(after: [["v0"]])
    }

    @Test("A handler may cancel its monitor, after which it is not called")
    func insideHandler() throws {
      monitor.pathUpdateHandler = { [monitor, log] path in
        monitor.cancel()
        log.hear(path)
      }
      monitor.start(queue: queue)
      _ = try log.next()
      try expectSilence(after: [["v0"]])
    }

    @Test("Any thread may cancel, and no call begins once one in flight has ended")
    func otherThread() throws {
      monitor.start(queue: queue)
      _ = try log.next()
      let cancelled = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [monitor] in
        monitor.cancel()
        cancelled.signal()
      }
      #expect(cancelled.wait(timeout: .now() + patience) == .success)
      try expectSilence(after: [["v0"]])
    }

    @Test("Cancelling lets go of the handler and of what it holds, at once")
    func releasesHandler() throws {
      weak var witness: Witness?
      do {
        let strong = Witness()
        witness = strong
        monitor.pathUpdateHandler = { [log] path in withExtendedLifetime(strong) { log.hear(path) } }
      }
      monitor.start(queue: queue)
      _ = try log.next()
      // The call itself holds the handler until it has ended.
      queue.sync {}
      #expect(witness != nil)
      monitor.cancel()
      #expect(witness == nil)
    }

    @Test("Cancelling lets go of a handler that holds the monitor, and so of the monitor")
    func breaksCycle() throws {
      weak var local: PathMonitor?
      do {
        let strong = PathMonitor(backend: network.backend())
        strong.pathUpdateHandler = { [log] path in withExtendedLifetime(strong) { log.hear(path) } }
        strong.start(queue: queue)
        local = strong
      }
      _ = try log.next()
      local?.cancel()
      // The backend's thread may be about to give it a path.
      #expect(eventually { local == nil })
    }

    @Test("A monitor that was never started is freed like any object")
    func neverStarted() {
      weak var local: PathMonitor?
      do {
        let strong = PathMonitor(backend: network.backend())
        strong.pathUpdateHandler = log.hear
        local = strong
      }
      #expect(local == nil)
    }
  }
}
