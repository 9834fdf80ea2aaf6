import Dispatch
import PathMonitoring

/// The monitors of one target, at work until they are cancelled.
final class ReachabilityWatch: Sendable {
  private let target: ReachabilityTarget
  private let monitors: [PathMonitor]
  private let paths: Lock<[NetworkPath?]>
  /// Its own, so that the monitors are not kept waiting by the program's, nor its thread by them.
  private let queue = DispatchQueue(label: "reachability")

  init(_ target: ReachabilityTarget, _ environment: ReachabilityEnvironment) {
    self.target = target
    monitors = target.endpoints.map(environment.monitor)
    paths = Lock(Array(repeating: nil, count: monitors.count))
  }

  /// Calls `body` for what is known first and at every change, one call at a time, on a thread of its own.
  func start(_ body: @escaping @Sendable (ReachabilityObservation) -> Void) {
    for (index, monitor) in monitors.enumerated() {
      monitor.pathUpdateHandler = { [self] path in
        let known = paths.withLock { paths in
          paths[index] = path
          return paths
        }
        let all = known.compactMap { $0 }
        if all.count == known.count { body(target.observation(all)) }
      }
      monitor.start(queue: queue)
    }
  }

  func cancel() {
    for monitor in monitors { monitor.cancel() }
  }

  /// What is known now, waited for; nil if the backend says nothing for long.
  static func ask(
    _ target: ReachabilityTarget, _ environment: ReachabilityEnvironment
  ) -> ReachabilityObservation? {
    let answer = Lock<ReachabilityObservation?>(nil)
    let arrival = DispatchSemaphore(value: 0)
    let watch = ReachabilityWatch(target, environment)
    watch.start { observation in
      answer.withLock { $0 = observation }
      arrival.signal()
    }
    defer { watch.cancel() }
    guard arrival.wait(timeout: .now() + .seconds(10)) == .success else { return nil }
    return answer.withLock { $0 }
  }
}
