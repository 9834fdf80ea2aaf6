import Foundation
import NetworkCompat
import Observation
import PathMonitoring

/// Runs what stands in the other files: what makes its monitors itself over the network of `home.json`, which the
/// environment names, the rest over networks that change.
@main struct Main {
  @MainActor static func main() async {
    guard ProcessInfo.processInfo.environment["PATH_MONITOR_BACKEND"]?.hasSuffix("home.json") == true else {
      print("failed: set PATH_MONITOR_BACKEND=simulated:Tests/Consumers/home.json")
      exit(1)
    }
    let checks = Checks()
    await atHome(checks)
    await media(checks)
    await handlers(checks)
    await models(checks)
    await asynchronous(checks)
    await plainClass(checks)
    for failure in checks.failures { print("failed: \(failure)") }
    guard checks.failures.isEmpty else { exit(1) }
    print("every consumer is as it should be")
  }

  @MainActor static func atHome(_ checks: Checks) async {
    let bell = Bell()
    let token = NotificationCenter.default.addObserver(forName: .networkChanged, object: nil, queue: nil) {
      if $0.userInfo?["connected"] as? Bool == true { bell.ring() }
    }
    let shared = CurrentNetwork.shared
    checks.expect(await bell.wait(), "singleton: not told")
    checks.expect(shared.isConnected, "singleton: not connected")
    checks.expect(shared.connection, is: .wifi, "singleton")
    NotificationCenter.default.removeObserver(token)

    checks.expect(OneShot.interfaceName(), is: "wlan0", "semaphore")
    checks.expect(await OneShot.isOnline(NWPathMonitor()), "continuation: offline")
    let path = await OneShot.path()
    checks.expect(path?.isReachable, is: true, "first element")
    checks.expect(
      path?.summary,
      is: [
        "status": "online", "types": "Wi-Fi", "ipv4": "true", "ipv6": "false", "dns": "true",
        "reason": "none", "gateway": "192.0.2.1", "quality": "-", "satellite": "false",
      ], "extensions")
    OneShot.currentPath { if $0 == path { bell.ring() } }
    checks.expect(await bell.wait(), "path read within the handler")
    let gate = Gate()
    gate.open { bell.ring() }
    checks.expect(await bell.wait(), "own protocol: not told")
    gate.close()
  }

  @MainActor static func media(_ checks: Checks) async {
    let bell = Bell()
    let media = Media()
    media.start { bell.ring() }
    checks.expect(await bell.wait(3), "media: not all are told")
    checks.expect(media.status(.wifi), is: .satisfied, "media, Wi-Fi")
    checks.expect(media.status(.cellular), is: .requiresConnection, "media, mobile data")
    checks.expect(media.status(.wiredEthernet), is: .unsatisfied, "media, cable")
    media.stop()
  }

  @MainActor static func handlers(_ checks: Checks) async {
    let network = Simulation(.ethernet(), .wifi())
    let listener = Listener()
    let watch = NetworkWatch { NWPathMonitor(backend: .simulated(network)) }
    watch.delegate = listener
    for _ in 1...2 {
      watch.start(on: DispatchQueue(label: "watch"))
      network.unplug()
      network.joinWiFi()
      await network.settled()
      watch.stop()
      network.leaveWiFi()
      network.plug()
    }
    let once = ["satisfied [eth0]", "unsatisfied []", "satisfied [wlan0]"]
    checks.expect(listener.heard, is: once + once, "delegate")

    let told = Listener()
    watchForEver(NWPathMonitor(backend: .simulated(network))) { told.add("\($0)") }
    network.unplug()
    await network.settled()
    checks.expect(told.heard, is: ["true", "false"], "never stored")
  }

  @MainActor static func models(_ checks: Checks) async {
    let network = Simulation(.ethernet())
    let model = Model(monitor: NWPathMonitor(backend: .simulated(network)))
    let second = MainQueueModel(monitor: NWPathMonitor(backend: .simulated(network)))
    checks.expect(second.status, is: .requiresConnection, "main queue, before")
    second.start()
    await network.settled()
    checks.expect(second.status, is: .satisfied, "main queue")
    network.unplug()
    await network.settled()
    checks.expect(second.status, is: .unsatisfied, "main queue, after")
    second.stop()
    // The steps over to the main actor are tasks of the model's own.
    let deadline = ContinuousClock.now + .seconds(20)
    while model.told.count < 2, ContinuousClock.now < deadline { await Task.yield() }
    checks.expect(model.told, is: [true, false], "model")
    checks.expect(!model.isExpensive, "model: expensive")
    await newerModels(checks)
  }

  @MainActor static func newerModels(_ checks: Checks) async {
    let network = Simulation(.ethernet())
    let bell = Bell()
    let model = DispatchModel(monitor: NWPathMonitor(backend: .simulated(network))) { bell.ring() }
    checks.expect(await bell.wait(), "main queue from the handler: not told")
    checks.expect(model.connection, is: "cable", "main queue from the handler")

    let observed = ObservedModel()
    let monitor = NWPathMonitor(backend: .simulated(network))
    let view = Task { await observed.follow(monitor) }
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = observed.isConnected
      } onChange: {
        continuation.resume()
      }
    }
    view.cancel()
    await view.value
    checks.expect(observed.isConnected && !observed.isConstrained, "observed: not connected")
  }

  @MainActor static func asynchronous(_ checks: Checks) async {
    let network = Simulation(.ethernet(), .wifi())
    let bell = Bell()
    let station = NetworkActor(NWPathMonitor(backend: .simulated(network)))
    await station.start { _ in bell.ring() }
    checks.expect(await bell.wait(), "actor: not told")
    network.unplug()
    network.joinWiFi()
    checks.expect(await bell.wait(2), "actor: changes are not told")
    await station.stop()
    checks.expect(await station.names, is: [["eth0"], [], ["wlan0"]], "actor")

    var statuses: [NWPath.Status] = []
    for await path in paths(of: NWPathMonitor(backend: .simulated(network))) {
      statuses.append(path.status)
      if statuses.count == 2 { break }
      network.leaveWiFi()
    }
    checks.expect(statuses, is: [.satisfied, .unsatisfied], "stream")
    checks.expect(
      await firstStatus(in: NWPathMonitor(backend: .simulated(network))), is: .unsatisfied, "opaque sequence")
    network.plug()
    let online = await OneShot.online(NWPathMonitor(backend: .simulated(network)))
    checks.expect(online?.availableInterfaces.first?.type, is: .wiredEthernet, "first that suits")
  }

  @MainActor static func plainClass(_ checks: Checks) async {
    #if swift(<6) && !hasFeature(StrictConcurrency)
      let bell = Bell()
      let plain = PlainClass()
      plain.whenTold = { bell.ring() }
      plain.start()
      checks.expect(await bell.wait(), "plain class: not told")
      checks.expect(plain.isConnected, "plain class: offline")
      plain.hand { _ in bell.ring() }
      plain.monitor.cancel()
      let second = PlainClass()
      second.startOnMain { bell.ring() }
      checks.expect(await bell.wait(), "plain class, main queue: not told")
      checks.expect(second.isConnected, "plain class, main queue: offline")
      second.monitor.cancel()
    #endif
  }
}
