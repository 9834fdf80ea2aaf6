import Dispatch
import Foundation
import TestSupport
import Testing

@testable import PathMonitoring

/// Monitors over a simulated network.
@Suite struct SimulationTests {
  private let queue = DispatchQueue(label: "test")
  private let seen = Recorder()

  private func monitor(_ simulation: Simulation) -> PathMonitor {
    let monitor = PathMonitor(backend: .simulated(simulation))
    monitor.pathUpdateHandler = { [seen] in seen.add($0) }
    monitor.start(queue: queue)
    return monitor
  }

  @Test func verbsAreDeliveredInOrder() async {
    let simulation = Simulation(.ethernet())
    let monitor = monitor(simulation)
    #expect(monitor.backendDescription == "simulated")
    simulation.unplug()
    simulation.joinWiFi("home")
    simulation.startVPN()
    await simulation.settled()
    #expect(
      seen.paths.map(\.brief) == [
        "eth0 4 dns via 192.0.2.1", "none", "wlan0 4 dns via 198.51.100.1",
        "tun0,wlan0 4 dns via 198.51.100.1",
      ])
    monitor.cancel()
  }

  @Test func everyVerbDoesWhatItsEventDoes() {
    let simulation = Simulation(.ethernet(), .wifi(), .modem())
    simulation.perform { batch in
      batch.addLink(.ethernet("eth1"))
      batch.removeLink("eth1")
      batch.unplug()
      batch.plug("eth0")
      batch.bringDown("eth0")
      batch.bringUp("eth0")
      batch.joinWiFi("home", on: "wlan0", dhcp: false)
      batch.getDHCP("wlan0", address: "198.51.100.9", gateway: "198.51.100.2")
      batch.roam(keepsAddress: false)
      batch.loseDHCP("wlan0")
      batch.gainIPv6("wlan0", address: "2001:db8::9", state: .deprecated)
      batch.loseIPv6("wlan0")
      batch.loseSignal()
      batch.findSignal()
      batch.leaveWiFi()
      batch.dial()
      batch.hangUp()
      batch.tetherPhone()
      batch.untetherPhone()
      batch.startVPN("wg0", over: "eth0", split: true)
      batch.stopVPN()
      batch.resolverGone()
      batch.resolverBack("192.0.2.1")
      batch.prefer("wwan0")
      batch.setMetric(5, of: "wwan0")
      batch.flap(times: 3)
      batch.suspend()
      batch.resume()
      batch.fail("no socket")
      batch.recover()
      batch.set(.online())
    }
    #expect(simulation.problems.isEmpty && simulation.snapshot == .online())
  }

  @Test func severalVerbsAreOneChange() {
    let simulation = Simulation(.ethernet())
    let monitor = monitor(simulation)
    simulation.perform {
      $0.unplug()
      $0.joinWiFi()
    }
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"], ["wlan0"]])
    monitor.cancel()
  }

  @Test func flapWithoutAPeriodIsSeenWhole() {
    let simulation = Simulation(.ethernet())
    let monitor = monitor(simulation)
    simulation.flap(times: 3)
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"], [], ["eth0"], [], ["eth0"], [], ["eth0"]])
    monitor.cancel()
  }

  @Test func sleepDeliversNothingAndThenOneChange() {
    let simulation = Simulation(.ethernet())
    let monitor = monitor(simulation)
    simulation.suspend()
    simulation.flap(times: 5)
    simulation.joinWiFi()
    // It starts while the host sleeps, and hears what was known before.
    let late = PathMonitor(backend: .simulated(simulation))
    late.start(queue: queue)
    simulation.waitUntilSettled()
    #expect(seen.paths.count == 1 && late.currentPath.ways == ["eth0"])
    simulation.resume()
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"], ["eth0", "wlan0"]])
    monitor.cancel()
    late.cancel()
  }

  @Test func failureIsTheBackends() {
    let simulation = Simulation(.ethernet())
    let monitor = monitor(simulation)
    simulation.fail("the socket is gone; restart")
    simulation.waitUntilSettled()
    #expect(
      monitor.backendDescription == "simulated failed: the socket is gone; restart; the path is unknown")
    simulation.recover()
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.brief) == ["eth0 4 dns via 192.0.2.1", "unknown", "eth0 4 dns via 192.0.2.1"])
    #expect(monitor.backendDescription == "simulated")
    monitor.cancel()
  }

  @Test func problemsAreKeptAndToldOnce() {
    let told = Lock<[String]>([])
    let simulation = Simulation(.ethernet(), .ethernet()) { problem in
      told.withLock { $0.append(problem.description) }
    }
    simulation.unplug("eht0")
    simulation.perform {
      $0.hangUp()
      $0.unplug()
    }
    let expected = [
      "there is a link \"eth0\" already; take another name",
      "unplug: there is no link \"eht0\"; did you mean \"eth0\"?", "hangUp: there is no modem in use",
    ]
    #expect(simulation.problems.map(\.description) == expected && told.withLock { $0 } == expected)
    #expect(simulation.snapshot.links.map(\.condition) == [.noCarrier])
  }

  @Test func manyMonitorsSeeTheSame() {
    let simulation = Simulation(.ethernet())
    let recorders = (0..<200).map { _ in Recorder() }
    let monitors = recorders.map { recorder in
      let monitor = PathMonitor(backend: .simulated(simulation))
      monitor.pathUpdateHandler = { recorder.add($0) }
      monitor.start(queue: queue)
      return monitor
    }
    for _ in 0..<5 {
      simulation.unplug()
      simulation.plug()
    }
    simulation.waitUntilSettled()
    #expect(recorders.allSatisfy { $0.paths.count == 11 && $0.paths == recorders[0].paths })
    for monitor in monitors { monitor.cancel() }
    simulation.unplug()
    simulation.waitUntilSettled()
    #expect(recorders.allSatisfy { $0.paths.count == 11 })
  }

  @Test func handlerMaySayAVerb() {
    let simulation = Simulation(.ethernet())
    let monitor = PathMonitor(backend: .simulated(simulation))
    let other = self.monitor(simulation)
    monitor.pathUpdateHandler = { path in
      if path.ways == ["eth0"] { simulation.unplug() }
      if path.ways.isEmpty { simulation.joinWiFi() }
    }
    monitor.start(queue: DispatchQueue(label: "other"))
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"], [], ["wlan0"]])
    monitor.cancel()
    other.cancel()
  }

  @Test func receiverMaySayAVerbAndOrderHolds() {
    let simulation = Simulation(.ethernet())
    let events = Lock<[[String]]>([[], []])
    func receiver(_ number: Int, _ reaction: @escaping @Sendable (NetworkSnapshot) -> Void)
      -> SnapshotReceiver
    {
      SnapshotReceiver { event in
        guard case .snapshot(let snapshot) = event else { return }
        events.withLock { $0[number].append(PathEvaluator.path(snapshot).brief) }
        reaction(snapshot)
      }
    }
    let first = simulation.add(receiver(0) { if $0.links.count == 1 { simulation.joinWiFi() } })
    let second = simulation.add(receiver(1) { if $0.links.count == 2 { simulation.startVPN("wg0") } })
    simulation.unplug()
    let (one, two) = events.withLock { ($0[0], $0[1]) }
    #expect(one.last == "wg0,wlan0 4 dns via 198.51.100.1" && one.suffix(two.count) == two[...])
    first.stop()
    second.stop()
  }

  @Test func receiverThatIsStoppedMeanwhileIsToldNothing() {
    let simulation = Simulation(.ethernet())
    let session = Lock<(any PathMonitorBackendSession)?>(nil)
    let told = Lock(0)
    let first = simulation.add(
      SnapshotReceiver { _ in session.withLock { $0.take() }?.stop() })
    let second = simulation.add(SnapshotReceiver { _ in told.withLock { $0 += 1 } })
    session.withLock { $0 = second }
    simulation.unplug()
    #expect(told.withLock { $0 } == 1)
    first.stop()
  }

  @Test func settledWaitsForTheHandlerToReturn() {
    let simulation = Simulation(.ethernet())
    let (gate, settled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (returned, wasReturned) = (Lock(false), Lock(false))
    let monitor = PathMonitor(backend: .simulated(simulation))
    monitor.pathUpdateHandler = { _ in
      gate.wait()
      returned.withLock { $0 = true }
    }
    monitor.start(queue: queue)
    simulation.whenSettled {
      let hasReturned = returned.withLock { $0 }
      wasReturned.withLock { $0 = hasReturned }
      settled.signal()
    }
    gate.signal()
    settled.wait()
    #expect(wasReturned.withLock { $0 })
    monitor.cancel()
  }

  @Test func verbsOfEightThreadsAreSeenInOneOrder() {
    let simulation = Simulation()
    let recorders = [Recorder(), Recorder(), Recorder()]
    let monitors = recorders.map { recorder in
      let monitor = PathMonitor(backend: .simulated(simulation))
      monitor.pathUpdateHandler = { recorder.add($0) }
      monitor.start(queue: DispatchQueue(label: "own"))
      return monitor
    }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      simulation.addLink(.ethernet("eth\(thread)"))
      for _ in 0..<cycles(100) { simulation.flap("eth\(thread)") }
    }
    simulation.waitUntilSettled()
    #expect(simulation.problems.isEmpty)
    #expect(recorders.allSatisfy { $0.paths == recorders[0].paths })
    #expect(Set(monitors[0].currentPath.ways) == Set((0..<8).map { "eth\($0)" }))
    // Each change is of one link.
    let ways = recorders[0].paths.map { Set($0.ways) }
    #expect(zip(ways, ways.dropFirst()).allSatisfy { $0.symmetricDifference($1).count == 1 })
    for monitor in monitors { monitor.cancel() }
  }

  @Test func monitorMayCancelInItsHandlerAndAnotherStart() {
    let simulation = Simulation(.ethernet())
    let first = PathMonitor(backend: .simulated(simulation))
    first.pathUpdateHandler = { [seen] path in
      seen.add(path)
      first.cancel()
      simulation.unplug()
    }
    first.start(queue: queue)
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"]])
    let second = monitor(simulation)
    simulation.waitUntilSettled()
    #expect(seen.paths.map(\.ways) == [["eth0"], []])
    second.cancel()
  }

  @Test func stoppedReceiverIsLetGoOf() {
    let simulation = Simulation(.ethernet())
    weak var released: Recorder?
    do {
      let recorder = Recorder()
      released = recorder
      let monitor = PathMonitor(backend: .simulated(simulation))
      monitor.pathUpdateHandler = { recorder.add($0) }
      monitor.start(queue: queue)
      simulation.waitUntilSettled()
      monitor.cancel()
    }
    queue.sync {}
    #expect(released == nil)
  }

  @Test func simulationGoesWithItsLastUser() {
    weak var released: Simulation?
    do {
      let simulation = Simulation(.ethernet())
      released = simulation
      simulation.flap(times: 2, period: .seconds(3600))
      let monitor = monitor(simulation)
      simulation.waitUntilSettled()
      monitor.cancel()
      #expect(monitor.currentPath.ways.isEmpty)
    }
    queue.sync {}
    // The monitor keeps its backend.
    #expect(eventually { released == nil })
  }

  @Test func iterationsHoldWhatHasSettled() async {
    let simulation = Simulation(.ethernet())
    let monitor = PathMonitor(backend: .simulated(simulation))
    var paths = monitor.makeAsyncIterator()
    simulation.unplug()
    await simulation.settled()
    #expect(await paths.next()?.ways == ["eth0"])
    #expect(await paths.next()?.ways == [])
    monitor.cancel()
  }
}
