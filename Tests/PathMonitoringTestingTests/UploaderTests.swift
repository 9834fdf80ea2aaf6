import PathMonitoring
import Testing

@MainActor final class Uploader: @MainActor NetworkReachabilityProtocol {
  var networkPathMonitor: NetworkPathMonitor?
  private(set) var heard: [String] = []

  func networkStatusChanged(isConnected: Bool) { heard.append(isConnected ? "online" : "offline") }
  func networkPathChanged(_ path: NetworkPath) {
    heard.append(path.availableInterfaces.first?.name ?? "none")
  }
}

@MainActor @Test func uploaderFollowsTheNetwork() async {
  let simulation = Simulation(.ethernet())
  let uploader = Uploader()
  uploader.networkPathMonitor = PathMonitor(backend: .simulated(simulation))
  uploader.startNetworkMonitoring()
  simulation.unplug()
  simulation.joinWiFi("home")
  simulation.startVPN()
  await simulation.settled()
  #expect(uploader.heard == ["eth0", "online", "none", "offline", "wlan0", "online", "tun0"])
}
