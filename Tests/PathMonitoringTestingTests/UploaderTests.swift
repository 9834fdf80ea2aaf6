import Dispatch
import PathMonitoring
import Testing

@MainActor final class Uploader {
  private(set) var states: [String] = []

  init(_ monitor: PathMonitor = PathMonitor()) {
    monitor.pathUpdateHandler = { path in
      MainActor.assumeIsolated { self.states.append(path.availableInterfaces.first?.name ?? "offline") }
    }
    monitor.start(queue: .main)
  }
}

@MainActor @Test func uploaderFollowsTheNetwork() async {
  let simulation = Simulation(.ethernet())
  let uploader = Uploader(PathMonitor(backend: .simulated(simulation)))
  simulation.unplug()
  simulation.joinWiFi("home")
  simulation.startVPN()
  await simulation.settled()
  #expect(uploader.states == ["eth0", "offline", "wlan0", "tun0"])
}
