import ClassicReachability
import Dispatch
import NetworkCompat
import PathMonitoring

/// A way to use a monitor from its beginning to its end, after which nothing of it may be left.
enum WayOfUse: CaseIterable {
  case handler
  case lateHandler
  case cancelledAtOnce
  case cancelledBeforeStart
  case cancelledTwice
  case neverStarted
  case cancelledInHandler
  case handlerReplacedInHandler
  case unstored
  case iteration
  case iterationOfCancelledTask
  case twoIterations
  case changes
  case settling
  case policy
  case host
  case hostByName
  case hostByNameCancelledAtOnce
  case adopter
  case adopterDropped
  case polling
  case pollingCancelledAtOnce
  case simulated
  case simulatedDropped
  case networkCompat
  case classicReachability

  private static let queue = DispatchQueue(label: "way of use")

  /// Uses a monitor in this way, to its end; the witness is shown what has to go. Waits for first paths.
  func run(over backend: any PathMonitorBackend, _ witness: Witness) {
    switch self {
    case .handler: use(PathMonitor(backend: backend), witness)
    case .lateHandler:
      let monitor = witness.watch(PathMonitor(backend: backend))
      monitor.start(queue: Self.queue)
      monitor.hearFirst(witness)
      monitor.cancel()
    case .cancelledAtOnce:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { _ in withExtendedLifetime(token) {} }
      monitor.start(queue: Self.queue)
      monitor.cancel()
    case .cancelledBeforeStart:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { _ in withExtendedLifetime(token) {} }
      monitor.cancel()
      monitor.start(queue: Self.queue)
    case .cancelledTwice:
      let monitor = PathMonitor(backend: backend)
      use(monitor, witness)
      monitor.cancel()
    case .neverStarted:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { [monitor] _ in withExtendedLifetime((monitor, token)) {} }
      // What a handler holds of its own monitor is let go of with the handler.
      monitor.pathUpdateHandler = nil
    case .cancelledInHandler:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let ended = Arrival()
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { _ in
        monitor.cancel()
        withExtendedLifetime(token) { ended.came() }
      }
      monitor.start(queue: Self.queue)
      ended.wait()
    case .handlerReplacedInHandler:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let replaced = Arrival()
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { _ in
        monitor.pathUpdateHandler = { _ in }
        withExtendedLifetime(token) { replaced.came() }
      }
      monitor.start(queue: Self.queue)
      replaced.wait()
      monitor.cancel()
    case .unstored:
      let ended = Arrival()
      let start = {
        let monitor = witness.watch(PathMonitor(backend: backend))
        monitor.pathUpdateHandler = { [weak monitor] _ in
          monitor?.cancel()
          ended.came()
        }
        monitor.start(queue: Self.queue)
      }
      start()
      ended.wait()
    case .iteration:
      let monitor = witness.watch(PathMonitor(backend: backend))
      inTask { for await _ in monitor { break } }
    case .iterationOfCancelledTask:
      let monitor = witness.watch(PathMonitor(backend: backend))
      let first = Arrival()
      let task = Task.detached { for await _ in monitor { first.came() } }
      first.wait()
      task.cancel()
      inTask { await task.value }
    case .twoIterations:
      let monitor = witness.watch(PathMonitor(backend: backend))
      inTask {
        async let other: Void = { for await _ in monitor { break } }()
        for await _ in monitor { break }
        await other
      }
      monitor.cancel()
    case .changes:
      let monitor = witness.watch(PathMonitor(backend: backend))
      inTask { for await _ in monitor.changes { break } }
    case .settling: use(PathMonitor(backend: backend, settling: .losses(.milliseconds(5))), witness)
    case .policy:
      use(PathMonitor(backend: backend, policy: PathPolicy([.init(name: "v*", isExpensive: true)])), witness)
    case .host: use(PathMonitor(to: .hostPort(host: "192.0.2.9", port: 80), backend: backend), witness)
    case .hostByName:
      use(PathMonitor(to: .hostPort(host: "localhost", port: 80), backend: backend), witness)
    case .hostByNameCancelledAtOnce:
      let monitor = witness.watch(PathMonitor(to: .hostPort(host: "localhost", port: 80), backend: backend))
      monitor.start(queue: Self.queue)
      monitor.cancel()
    case .adopter:
      let adopter = witness.watch(Adopter(backend, Self.queue))
      adopter.startNetworkMonitoring()
      adopter.first.wait()
      adopter.stopNetworkMonitoring()
      adopter.startNetworkMonitoring()
      adopter.stopNetworkMonitoring()
    case .adopterDropped:
      let adopter = witness.watch(Adopter(backend, Self.queue))
      adopter.startNetworkMonitoring()
      if let monitor = adopter.networkPathMonitor { witness.watch(monitor) }
      adopter.first.wait()
    case .polling: use(PathMonitor(backend: .sysfs(interval: .milliseconds(10))), witness)
    case .pollingCancelledAtOnce:
      let monitor = witness.watch(PathMonitor(backend: .sysfs(interval: .milliseconds(10))))
      monitor.start(queue: Self.queue)
      monitor.cancel()
    case .simulated:
      let simulation = witness.watch(Simulation(.ethernet()))
      use(PathMonitor(backend: .simulated(simulation)), witness)
      simulation.unplug()
    case .simulatedDropped:
      // Nobody can plug it in again, so that the monitor has to be ended.
      let monitor = PathMonitor(backend: .simulated(witness.watch(Simulation(.ethernet()))))
      use(monitor, witness)
    case .networkCompat:
      let monitor = witness.watch(NWPathMonitor())
      let first = Arrival()
      let token = witness.watch(Token())
      monitor.pathUpdateHandler = { _ in withExtendedLifetime(token) { first.came() } }
      monitor.start(queue: Self.queue)
      first.wait()
      monitor.cancel()
    case .classicReachability:
      guard let reachability = Reachability(hostName: "192.0.2.9") else { return }
      witness.watch(reachability)
      _ = reachability.startNotifier(queue: Self.queue)
      _ = reachability.currentReachabilityStatus
      reachability.stopNotifier()
    }
    // What was to be called has been, and is gone.
    Self.queue.sync {}
  }

  /// With a handler, until its first path.
  private func use(_ monitor: PathMonitor, _ witness: Witness) {
    witness.watch(monitor)
    monitor.start(queue: Self.queue)
    monitor.hearFirst(witness)
    monitor.cancel()
  }

  /// Waits for what a task does.
  private func inTask(_ body: @escaping @Sendable () async -> Void) {
    let end = Arrival()
    Task.detached {
      await body()
      end.came()
    }
    end.wait()
  }
}

/// What a handler captures.
private final class Token: Sendable {}

extension PathMonitor {
  /// Assigns a handler and waits for its first call.
  fileprivate func hearFirst(_ witness: Witness) {
    let first = Arrival()
    let token = witness.watch(Token())
    pathUpdateHandler = { _ in withExtendedLifetime(token) { first.came() } }
    first.wait()
  }
}
