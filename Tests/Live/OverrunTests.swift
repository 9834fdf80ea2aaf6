import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct OverrunTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    @Test("After more messages than the socket has room for, the path is what the kernel's is")
    func flood() throws {
      let log = PathLog()
      // The least that the kernel allows, which is room for three or four messages.
      let monitor = PathMonitor(backend: network.backend(receiveBuffer: 1))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "overrun"))
      #expect(try log.next().ways == ["v0"])

      // Until messages have found no room, however fast the machine reads. The one that matters is the last.
      var rounds = 0
      repeat {
        try flood(endingWith: "route del default via 192.0.2.1 dev v0")
        try log.next(where: { $0.status == .unsatisfied })
        try flood(endingWith: "route add default via 192.0.2.1 dev v0")
        // Amid the flood the path may lead by another router.
        try log.next(where: { $0.gateways == [gateway(1)] })
        rounds += 1
      } while drops == 0 && rounds < 100
      #expect(drops > 0)

      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      #expect(zip(log.all, log.all.dropFirst()).allSatisfy { $0 != $1 })
      monitor.cancel()
    }

    /// The kernel tells of a loss once, and goes on to lose until everything that was queued has been read.
    @Test("What is lost between the look at everything and the end of the queue is looked for, too")
    func lateLoss() throws {
      // A receiver in the place of a monitor: it keeps the backend's thread where the test wants it.
      let snapshots = Lock<[NetworkSnapshot]>([])
      let arrivals = DispatchSemaphore(value: 0)
      let releases = DispatchSemaphore(value: 0)
      let session = network.backend().start(
        SnapshotReceiver { event in
          guard case .snapshot(let snapshot) = event else { return }
          snapshots.withLock { $0.append(snapshot) }
          arrivals.signal()
          releases.wait()
        })
      func arrive() throws -> NetworkSnapshot? {
        try #require(arrivals.wait(timeout: .now() + patience) == .success)
        return snapshots.withLock { $0.last }
      }
      defer {
        session.stop()
        for _ in 0..<100 { releases.signal() }
      }

      #expect(try arrive()?.egresses.count == 1)
      // More than there is room for, and than is read at a time: messages that tell nothing new.
      try network.shell(
        """
        ip addr add 198.51.100.1/32 dev v0
        changes=$(for i in {1001..9000}; do
          echo "addr change 198.51.100.1/32 dev v0 valid_lft $i preferred_lft $i"
        done)
        ip -batch - <<<"$changes"
        ip route replace default via 192.0.2.9 dev v0
        """)
      #expect(drops > 0)
      releases.signal()
      #expect(try arrive()?.egresses.first?.gateways == [NetworkEndpoint.Host("192.0.2.9")])
      let before = drops
      try network.shell("ip route del default")
      #expect(drops > before, "the message was to be lost")
      releases.signal()
      #expect(try arrive()?.egresses == [])
    }

    @Test("In a storm of 100,000 changes everything is read a few times only, and the end is right")
    func storm() throws {
      let dumps = DumpCounter()
      let log = PathLog()
      // A buffer of one page, and a monitor that keeps up with nothing.
      let monitor = PathMonitor(backend: network.backend(receiveBuffer: 1, tap: dumps))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "overrun"))
      defer { monitor.cancel() }
      let index = try #require(try log.next().availableInterfaces.first?.index)
      for trial in 1...trials(2) {
        let (dumpsBefore, dropsBefore) = (dumps.count, drops)
        let start = ContinuousClock.now
        try network.run { try RouteStorm(link: index).blow(100_000) }
        #expect(drops > dropsBefore, "trial \(trial)")
        try network.shell("ip route replace default via 192.0.2.\(10 + trial % 90) dev v0")
        try log.next(where: { $0.gateways == [gateway(10 + trial % 90)] })
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        // One at once, and one in each 50 ms; a dump that changes disturb is begun anew. Without a pause they are
        // thousands.
        #expect(Double(dumps.count - dumpsBefore) <= 2 * milliseconds / 50 + 10, "trial \(trial)")
      }
      #expect(monitor.failure == nil)
    }

    @Test(
      "A process that is stopped in a storm tells the path that is when it goes on, and no pile of others")
    func stopped() throws {
      let folder = try TemporaryFolder()
      let job = try network.launch(
        "exec \(Live.tool) watch --json >\(folder.path)/paths 2>\(folder.path)/words")
      defer { job.stop() }
      func lines() -> [Substring] {
        ((try? String(contentsOfFile: "\(folder.path)/paths", encoding: .utf8)) ?? "").split(separator: "\n")
      }
      #expect(eventually { lines().last?.contains("\"v0\"") == true })
      let index = Int(try network.shell("ip -o link show v0 | cut -d: -f1").dropLast()) ?? 0
      for trial in 1...trials(2) {
        let dropsBefore = drops
        try network.shell("kill -STOP \(job.process)")
        try network.run { try RouteStorm(link: index).blow(100_000) }
        #expect(drops > dropsBefore, "trial \(trial)")
        let router = "192.0.2.\(10 + trial % 90)"
        try network.shell("ip route replace default via \(router) dev v0", "kill -CONT \(job.process)")
        #expect(eventually { lines().last?.contains("[\"\(router)\"]") == true }, "trial \(trial)")
      }
      let count = lines().count
      try network.shell("ip route del default")
      #expect(eventually { lines().last?.contains("\"unsatisfied\"") == true })
      #expect(lines().count == count + 1, "nothing is left to be told")
    }

    /// A thousand changes that matter to a monitor, which take each other back, and one that stays.
    private func flood(endingWith last: String) throws {
      try network.shell(
        """
        changes=$(
          for i in {1..250}; do
            echo "addr add 198.51.100.$i/32 dev v0"
            echo "route add default via 192.0.2.9 dev v0 metric $((i + 1000))"
          done)
        ip -batch - <<<"$changes
        $(sed 's/ add / del /' <<<"$changes")
        \(last)"
        """)
    }

    private var drops: Int { network.netlinkSockets.reduce(0) { $0 + $1.drops } }
  }
}
