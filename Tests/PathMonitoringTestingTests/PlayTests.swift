import Dispatch
import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

/// Simulations by a clock that the test moves.
@Suite struct PlayTests {
  private let clock = ManualClock()
  private let queue = DispatchQueue(label: "test")
  private let log = Lock<[String]>([])

  private func follow(_ simulation: Simulation) -> PathMonitor {
    let monitor = PathMonitor(backend: .simulated(simulation))
    monitor.pathUpdateHandler = { [clock, log] path in
      log.withLock { $0.append("\(DurationText.text(clock.now)) \(path.brief)") }
    }
    monitor.start(queue: queue)
    simulation.waitUntilSettled()
    return monitor
  }

  /// Lets everything happen that the clock owes, each in its time.
  private func runOut(_ simulation: Simulation) {
    simulation.waitUntilSettled()
    while let next = clock.nextTime {
      clock.advance(by: next - clock.now)
      simulation.waitUntilSettled()
    }
  }

  private var seen: [String] { log.withLock { $0 } }

  @Test func flapTakesItsTime() {
    let simulation = Simulation(.ethernet(), clock: clock)
    let monitor = follow(simulation)
    simulation.flap(times: 2, period: .seconds(2))
    simulation.waitUntilSettled()
    #expect(seen == ["0s eth0 4 dns via 192.0.2.1", "0s none"])
    runOut(simulation)
    #expect(seen.dropFirst(2) == ["1s eth0 4 dns via 192.0.2.1", "2s none", "3s eth0 4 dns via 192.0.2.1"])
    monitor.cancel()
  }

  @Test func roamTakesItsTime() {
    let simulation = Simulation(clock: clock)
    simulation.joinWiFi()
    let monitor = follow(simulation)
    simulation.roam(loss: .milliseconds(300), keepsAddress: false)
    runOut(simulation)
    #expect(seen == ["0s wlan0 4 dns via 198.51.100.1", "0s none", "300ms wlan0 4 dns via 198.51.100.129"])
    monitor.cancel()
  }

  private static let scenario = Scenario(
    name: "two", links: [.ethernet()],
    steps: [
      .init(after: .seconds(2), .unplug(nil)),
      .init(after: .seconds(1), .flap("eth0", times: 1, period: .seconds(4))),
    ],
    passes: 2)

  @Test func scenarioIsPlayedInItsTime() {
    let simulation = Simulation(
      Scenario(
        name: "one", links: [.ethernet()],
        steps: [.init(after: .seconds(2), .unplug(nil)), .init(after: .seconds(1), .plug(nil))], passes: 2),
      clock: clock)
    let monitor = follow(simulation)
    clock.advance(by: .seconds(10))
    let end = Lock<Duration?>(nil)
    simulation.play { [clock] in end.withLock { $0 = clock.now } }
    simulation.play()
    runOut(simulation)
    #expect(end.withLock { $0 } == .seconds(16))
    #expect(
      seen == [
        "0s eth0 4 dns via 192.0.2.1", "12s none", "13s eth0 4 dns via 192.0.2.1", "15s none",
        "16s eth0 4 dns via 192.0.2.1",
      ])
    #expect(simulation.problems.isEmpty)
    monitor.cancel()
  }

  @Test func playEndsWhenTheLastFlapDoes() {
    let simulation = Simulation(Self.scenario, clock: clock) { _ in }
    simulation.play { [log, clock] in log.withLock { $0.append("\(DurationText.text(clock.now)) done") } }
    runOut(simulation)
    #expect(seen == ["14s done"])
  }

  @Test(
    "speed",
    arguments: [(10.0, "1s400ms"), (.nan, "14s"), (0, "3h53m20s"), (.infinity, "14us"), (-1, "3h53m20s")])
  func speed(_ speed: Double, _ end: String) {
    let simulation = Simulation(Self.scenario, clock: clock) { _ in }
    simulation.play(speed: speed) { [log, clock] in log.withLock { $0.append(DurationText.text(clock.now)) } }
    runOut(simulation)
    #expect(seen == [end])
  }

  /// Calls when the test says so, however late.
  private final class LateClock: PathMonitorClock {
    private let state = Lock<(now: Duration, owed: [@Sendable () -> Void])>((.zero, []))

    var now: Duration { state.withLock { $0.now } }

    func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any PathMonitorTimer {
      state.withLock { $0.owed.append(body) }
      return Nothing()
    }

    func call(at time: Duration) {
      let owed = state.withLock { state in
        state.now = time
        defer { state.owed = [] }
        return state.owed
      }
      for body in owed { body() }
    }

    private struct Nothing: PathMonitorTimer {
      func cancel() {}
    }
  }

  @Test func clockThatIsLateChangesNoOrder() {
    let late = LateClock()
    let simulation = Simulation(
      Scenario(
        name: "late", links: [.ethernet()],
        steps: [
          .init(.flap("eth0", times: 2, period: .seconds(2))),
          .init(after: .milliseconds(2500), .joinWiFi(network: nil, link: nil, dhcp: true)),
          .init(after: .seconds(1), .removeLink("eth0")),
        ]), clock: late)
    let paths = Recorder()
    let monitor = PathMonitor(backend: .simulated(simulation))
    monitor.pathUpdateHandler = { paths.add($0) }
    monitor.start(queue: queue)
    let isDone = Lock(false)
    simulation.play { isDone.withLock { $0 = true } }
    late.call(at: .seconds(1))
    late.call(at: .seconds(60))
    simulation.waitUntilSettled()
    #expect(
      paths.paths.map(\.ways) == [["eth0"], [], ["eth0"], [], ["wlan0"], ["eth0", "wlan0"], ["wlan0"]])
    #expect(simulation.problems.isEmpty && isDone.withLock { $0 })
    monitor.cancel()
  }

  @Test func clockOwesNothingToASimulationThatHasGone() {
    var simulation: Simulation? = Simulation(.worked(.trainRide), clock: clock)
    simulation?.play()
    #expect(clock.nextTime == .seconds(40))
    simulation = nil
    #expect(clock.nextTime == nil)
  }

  @Test func scenarioMayBePlayedAgainFromItsBeginning() {
    let simulation = Simulation(
      Scenario(name: "one", links: [.ethernet()], steps: [.init(after: .seconds(1), .unplug(nil))]),
      clock: clock)
    let monitor = follow(simulation)
    for _ in 0..<2 {
      simulation.play()
      simulation.waitUntilSettled()
      runOut(simulation)
    }
    #expect(seen == ["0s eth0 4 dns via 192.0.2.1", "1s none", "1s eth0 4 dns via 192.0.2.1", "2s none"])
    monitor.cancel()
  }

  @Test func scenarioWithoutStepsIsOverSoon() {
    let simulation = Simulation(Scenario(name: "none", passes: 5), clock: clock)
    simulation.play { [log] in log.withLock { $0.append("done") } }
    runOut(simulation)
    #expect(seen == ["done"])
  }

  @Test func handlerOfTheEndMayPlayAgain() {
    let simulation = Simulation(
      Scenario(name: "one", links: [.ethernet()], steps: [.init(after: .seconds(1), .unplug(nil))]),
      clock: clock)
    simulation.play { [log] in simulation.play { log.withLock { $0.append("second") } } }
    runOut(simulation)
    #expect(seen == ["second"] && clock.now == .seconds(2))
  }

  @Test(arguments: WorkedScenario.allCases)
  func allAtOnceIsWhatComesInTime(_ worked: WorkedScenario) {
    let (timed, untimed) = (Simulation(.worked(worked), clock: clock), Simulation(.worked(worked)))
    let monitor = follow(timed)
    timed.play()
    runOut(timed)
    monitor.cancel()
    let paths = Recorder()
    let other = PathMonitor(backend: .simulated(untimed))
    other.pathUpdateHandler = { paths.add($0) }
    other.start(queue: queue)
    untimed.playAll()
    untimed.waitUntilSettled()
    other.cancel()
    #expect(paths.paths.map(\.brief) == seen.map { String($0.drop { $0 != " " }.dropFirst()) })
    #expect(timed.problems.isEmpty && untimed.problems.isEmpty)
  }

  @Test(arguments: WorkedScenario.allCases)
  func workedScenario(_ worked: WorkedScenario) throws {
    _ = try Scenario(json: worked.json)
    let simulation = Simulation(.worked(worked), clock: clock)
    let monitor = follow(simulation)
    simulation.play()
    runOut(simulation)
    monitor.cancel()
    #expect(seen == WorkedPaths.of(worked))
  }
}
