import ClassicReachability
import Foundation

/// Runs what stands in the other files over the network of `home.json`, which the environment names.
@main struct Main {
  @MainActor static func main() async {
    guard ProcessInfo.processInfo.environment["PATH_MONITOR_BACKEND"]?.hasSuffix("home.json") == true else {
      print("failed: set PATH_MONITOR_BACKEND=simulated:Tests/Consumers/home.json")
      exit(1)
    }
    let checks = Checks()
    checks.expect(isConnectedToNetwork(), "asked once: not connected")
    await callbacks(checks)
    await manager(checks)
    await runLoop(checks)
    await mainActor(checks)
    await classic(checks)
    for failure in checks.failures { print("failed: \(failure)") }
    guard checks.failures.isEmpty else { exit(1) }
    print("every consumer is as it should be")
  }

  @MainActor static func callbacks(_ checks: Checks) async {
    let bell = Bell()
    do {
      let watch = try CallbackClass()
      watch.whenChanged = { if $0 == .wifi { bell.ring() } }
      try watch.start()
      checks.expect(await bell.wait(), "callback class: not told")
      watch.stop()
      let named = try CallbackClass(hostname: "192.0.2.20")
      named.whenChanged = { if $0 == .wifi { bell.ring() } }
      try named.start()
      checks.expect(await bell.wait(), "callback class, address: not told")
      checks.expect(SCNetworkReachabilityFlags([.reachable, .isDirect]).letters, is: "-R------d", "letters")
    } catch {
      checks.expect(false, "callback class: \(error)")
    }
  }

  @MainActor static func manager(_ checks: Checks) async {
    let bell = Bell()
    guard let manager = ListenerManager.default else { return checks.expect(false, "manager: nil") }
    checks.expect(manager.status, is: .reachable(.ethernetOrWiFi), "manager")
    let isStarted = manager.startListening(onQueue: .main) {
      if $0 == .reachable(.ethernetOrWiFi) { bell.ring() }
    }
    checks.expect(isStarted, "manager: not started")
    checks.expect(await bell.wait(), "manager: not told")
    manager.stopListening()
    checks.expect(manager.isReachable, "manager: not reachable")
  }

  @MainActor static func runLoop(_ checks: Checks) async {
    let bell = Bell()
    Thread.detachNewThread {
      guard let watch = RunLoopClass.forHost("localhost") else { return }
      let token = NotificationCenter.default.addObserver(
        forName: RunLoopClass.changed, object: watch, queue: nil
      ) { _ in bell.ring() }
      if watch.startNotifier() {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 20))
      }
      watch.stopNotifier()
      NotificationCenter.default.removeObserver(token)
    }
    checks.expect(await bell.wait(), "run loop: not told")
    checks.expect(RunLoopClass.forInternetConnection()?.status, is: .reachableViaWiFi, "run loop")
  }

  @MainActor static func mainActor(_ checks: Checks) async {
    let bell = Bell()
    let watch = MainActorClass("localhost") { bell.ring() }
    checks.expect(watch.start(), "main actor: not started")
    checks.expect(await bell.wait(), "main actor: not told")
    watch.stop()
  }

  @MainActor static func classic(_ checks: Checks) async {
    let bell = Bell()
    let user = ClassicUser()
    user.whenTold = { bell.ring() }
    user.viewDidLoad(host: "localhost")
    checks.expect(await bell.wait(), "classic: not told")
    checks.expect(user.told, is: ["Wi-Fi"], "classic")
    user.viewDidDisappear()
    let internet = Reachability.networkReachabilityForInternetConnection()
    checks.expect(internet?.isUsingWiFi, is: true, "classic")
    checks.expect(internet?.isUsingWiredEthernet, is: false, "classic")
  }
}
