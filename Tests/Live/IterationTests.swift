import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct IterationTests {
    private let network: Namespace
    private let monitor: PathMonitor

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      monitor = PathMonitor(backend: network.backend())
    }

    /// A task that iterates and lets `log` hear what comes; it ends with the iteration. The iteration has
    /// begun when its first path is there.
    private func iterate(_ log: PathLog) -> Task<Void, Never> {
      Task { [monitor] in
        for await path in monitor { log.hear(path) }
      }
    }

    private func isWorking() -> Bool { network.threads(named: "pathmonitor") > 0 }

    @Test("Each of two iterations gets every path, the current one first")
    func two() async throws {
      let first = PathLog()
      let second = PathLog()
      let tasks = [iterate(first)]
      #expect(try await first.next().ways == ["v0"])
      try network.shell("ip route replace default via 192.0.2.2 dev v0")
      try network.shell("ip route replace default via 192.0.2.3 dev v0")
      while try await first.next().gateways != [gateway(3)] {}
      let both = tasks + [iterate(second)]
      #expect(try await second.next().gateways == [gateway(3)])
      for number in 4...20 {
        try network.shell("ip route replace default via 192.0.2.\(number) dev v0")
        #expect(try await first.next().gateways == [gateway(number)])
        #expect(try await second.next().gateways == [gateway(number)])
      }
      monitor.cancel()
      for task in both { await task.value }
      // The second has the last of what the first had before it, and all that came after.
      #expect(second.all == first.all.suffix(18))
      #expect(monitor.currentPath.gateways == [gateway(20)])
    }

    @Test("A slow iteration gets every path as well")
    func slow() async throws {
      let fast = PathLog()
      let task = iterate(fast)
      #expect(try await fast.next().ways == ["v0"])
      var iterator = monitor.makeAsyncIterator()
      for number in 2...20 {
        try network.shell("ip route replace default via 192.0.2.\(number) dev v0")
        #expect(try await fast.next().gateways == [gateway(number)])
      }
      for number in 1...20 { #expect(await iterator.next()?.gateways == [gateway(number)]) }
      monitor.cancel()
      #expect(await iterator.next() == nil)
      await task.value
    }

    @Test("The end of the last loop ends the backend's work, and another loop begins anew")
    func leaving() async throws {
      for number in 2...5 {
        #expect(eventually { !isWorking() && network.netlinkSockets.isEmpty })
        try network.shell("ip route replace default via 192.0.2.\(number) dev v0")
        for await path in monitor {
          #expect(path.gateways == [gateway(number)])
          #expect(isWorking())
          break
        }
      }
      #expect(eventually { !isWorking() && network.netlinkSockets.isEmpty })
      #expect(monitor.currentPath.gateways == [gateway(5)])
    }

    @Test("The end of one of two loops leaves the other one at work")
    func leavingOne() async throws {
      let log = PathLog()
      let task = iterate(log)
      #expect(try await log.next().ways == ["v0"])
      for await _ in monitor { break }
      try network.shell("ip route del default")
      #expect(try await log.next().status == .unsatisfied)
      task.cancel()
      await task.value
      #expect(eventually { !isWorking() })
    }

    @Test("Cancelling the monitor ends all loops, and those that would begin later")
    func cancelling() async throws {
      let logs = [PathLog(), PathLog(), PathLog()]
      let tasks = logs.map(iterate)
      for log in logs { #expect(try await log.next().ways == ["v0"]) }
      monitor.cancel()
      for task in tasks { await task.value }
      for await _ in monitor { Issue.record("a path after the end") }
      #expect(logs.map(\.ways) == [[["v0"]], [["v0"]], [["v0"]]])
      #expect(eventually { !isWorking() })
    }

    @Test("Cancelling a task ends its loop, and the backend's work with it")
    func cancellingTask() async throws {
      let log = PathLog()
      let task = iterate(log)
      #expect(try await log.next().ways == ["v0"])
      task.cancel()
      await task.value
      #expect(log.ways == [["v0"]])
      #expect(eventually { !isWorking() })
    }

    @Test("A monitor that was started, too, goes on after its loops")
    func startedToo() async throws {
      let log = PathLog()
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "iteration"))
      for await path in monitor {
        #expect(path.ways == ["v0"])
        break
      }
      #expect(try await log.next().ways == ["v0"])
      try network.shell("ip route del default")
      #expect(try await log.next().status == .unsatisfied)
      monitor.cancel()
    }

    @Test("A monitor that loops started gives the current path to the queue it is started on later")
    func startedLater() async throws {
      let loop = PathLog()
      let task = iterate(loop)
      #expect(try await loop.next().ways == ["v0"])
      let log = PathLog()
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "iteration"))
      #expect(try await log.next().ways == ["v0"])
      task.cancel()
      await task.value
      try network.shell("ip route del default")
      #expect(try await log.next().status == .unsatisfied)
      #expect(log.ways == [["v0"], []])
      monitor.cancel()
    }

    @Test("A monitor that is only looped over is freed after its loops")
    func freed() async throws {
      weak var local: PathMonitor?
      do {
        let strong = PathMonitor(backend: network.backend())
        local = strong
        for await _ in strong { break }
      }
      #expect(eventually { local == nil })
    }
  }
}
