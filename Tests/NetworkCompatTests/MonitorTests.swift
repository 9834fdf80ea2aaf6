import NetworkCompat
import PathMonitoring
import Testing

/// What a monitor does and when, over a simulated network.
@Suite struct MonitorTests {
  private let simulation = Simulation(.ethernet(), .wifi())
  private let queue = DispatchQueue(label: "test")
  private let seen = PathBox()

  private func monitor() -> NWPathMonitor { NWPathMonitor(backend: .simulated(simulation)) }

  @Test func beforeTheStart() {
    let path = monitor().currentPath
    #expect(path.status == .unsatisfied && path.unsatisfiedReason == .notAvailable)
    #expect(path.availableInterfaces.isEmpty && path.gateways.isEmpty && !path.usesInterfaceType(.other))
    #expect(monitor().queue == nil && monitor().pathUpdateHandler == nil)
    #expect(monitor().debugDescription == "NWPathMonitor(unsatisfied (No network route); simulated)")
  }

  @Test func handlerFollowsTheNetwork() {
    let monitor = monitor()
    let seen = seen
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: queue)
    simulation.unplug()
    simulation.joinWiFi()
    simulation.startVPN()
    simulation.waitUntilSettled()
    #expect(seen.ways == ["eth0", "unsatisfied", "wlan0", "tun0"])
    #expect(monitor.currentPath == seen.paths.last && monitor.queue === queue)
    #expect(monitor.currentPath.usesInterfaceType(.wifi))
    monitor.cancel()
  }

  @Test func handlerAssignedAfterTheStartGetsTheCurrentPath() {
    let monitor = monitor()
    let seen = seen
    monitor.start(queue: queue)
    simulation.waitUntilSettled()
    monitor.pathUpdateHandler = { seen.add($0) }
    simulation.waitUntilSettled()
    #expect(seen.ways == ["eth0"])
    monitor.cancel()
  }

  @Test func handlerReadBackCallsTheOneThatWasAssigned() throws {
    let monitor = monitor()
    let seen = seen
    monitor.pathUpdateHandler = { seen.add($0) }
    let old = try #require(monitor.pathUpdateHandler)
    monitor.pathUpdateHandler = { path in
      old(path)
      seen.add(path)
    }
    monitor.start(queue: queue)
    simulation.waitUntilSettled()
    #expect(seen.ways == ["eth0", "eth0"])
    monitor.pathUpdateHandler = nil
    #expect(monitor.pathUpdateHandler == nil)
    monitor.cancel()
  }

  @Test func startedMonitorThatNobodyStoresGoesOn() throws {
    let seen = seen
    weak var started: NWPathMonitor?
    do {
      let monitor = monitor()
      started = monitor
      monitor.pathUpdateHandler = { seen.add($0) }
      monitor.start(queue: queue)
    }
    simulation.unplug()
    simulation.waitUntilSettled()
    #expect(seen.ways == ["eth0", "unsatisfied"])
    try #require(started).cancel()
    queue.sync {}
    #expect(started == nil)
  }

  @Test func monitorThatWasNeverStartedGoes() {
    weak var gone: NWPathMonitor?
    let seen = seen
    do {
      let monitor = monitor()
      gone = monitor
      monitor.pathUpdateHandler = { seen.add($0) }
    }
    #expect(gone == nil)
  }

  @Test func cancelReleasesTheHandlerAndEndsForGood() {
    final class Captured: Sendable {}
    weak var captured: Captured?
    let monitor = monitor()
    let seen = seen
    do {
      let object = Captured()
      captured = object
      monitor.pathUpdateHandler = { path in withExtendedLifetime(object) { seen.add(path) } }
    }
    monitor.start(queue: queue)
    simulation.waitUntilSettled()
    #expect(captured != nil)
    monitor.cancel()
    monitor.cancel()
    queue.sync {}
    #expect(captured == nil && monitor.pathUpdateHandler == nil)
    monitor.start(queue: queue)
    simulation.unplug()
    simulation.waitUntilSettled()
    queue.sync {}
    #expect(seen.ways == ["eth0"] && monitor.currentPath.status == .satisfied)
  }

  @Test func handlerMayCancelAssignAndRead() {
    let first = monitor()
    let seen = seen
    first.pathUpdateHandler = { path in
      seen.add(first.currentPath)
      first.pathUpdateHandler = { path in
        seen.add(path)
        first.cancel()
      }
    }
    first.start(queue: queue)
    simulation.unplug()
    simulation.joinWiFi()
    simulation.waitUntilSettled()
    #expect(seen.ways == ["eth0", "unsatisfied"])
  }

  @Test func secondStartIsIgnored() {
    let monitor = monitor()
    monitor.start(queue: queue)
    monitor.start(queue: .main)
    #expect(monitor.queue === queue)
    monitor.cancel()
  }

  @Test func requirements() async {
    let modem = Simulation(.modem())
    modem.dial()
    func ways(_ monitor: PathMonitor) async -> [String] {
      for await path in NWPathMonitor(pathMonitor: monitor) { return path.availableInterfaces.map(\.name) }
      return []
    }
    #expect(
      await ways(PathMonitor(requiredInterfaceType: .cellular, backend: .simulated(modem))) == ["wwan0"])
    #expect(await ways(PathMonitor(requiredInterfaceType: .wifi, backend: .simulated(modem))) == [])
    #expect(
      await ways(PathMonitor(prohibitedInterfaceTypes: [.cellular], backend: .simulated(modem))) == [])
  }

  @Test func iterationStartsTheMonitorAndGetsEveryPath() async {
    let monitor = monitor()
    var ways: [String] = []
    for await path in monitor {
      ways.append(path.availableInterfaces.first?.name ?? "none")
      switch ways.count {
      case 1: simulation.unplug()
      case 2: simulation.joinWiFi()
      default: monitor.cancel()
      }
    }
    #expect(ways == ["eth0", "none", "wlan0"])
  }

  @Test func iterationKeepsTheMonitorAndLetsItGo() async {
    weak var monitor: NWPathMonitor?
    var iterator: NWPathMonitor.Iterator? = {
      let made = self.monitor()
      monitor = made
      return made.makeAsyncIterator()
    }()
    #expect(await iterator?.next()?.status == .satisfied)
    #expect(monitor?.currentPath.status == .satisfied)
    iterator = nil
    #expect(monitor == nil)
  }

  /// It draws a warning, which only code that is deprecated itself is spared.
  @available(*, deprecated) private func setCurrentPath(of monitor: NWPathMonitor, to path: NWPath) {
    monitor.currentPath = path
  }

  @available(*, deprecated) @Test func currentPathThatIsSetStaysUntilTheNext() {
    let monitor = monitor()
    let path = NWPath(networkPath: NetworkPath(status: .requiresConnection))
    setCurrentPath(of: monitor, to: path)
    #expect(monitor.currentPath == path)
    monitor.start(queue: queue)
    simulation.waitUntilSettled()
    #expect(monitor.currentPath.status == .satisfied)
    monitor.cancel()
  }
}
