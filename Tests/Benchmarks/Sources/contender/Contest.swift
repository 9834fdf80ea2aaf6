import Dispatch
import PathMonitoring
import Synchronization

/// Monitors at work, and the log that they write.
final class Contest: Sendable {
  /// How the paths are taken.
  enum Way: String {
    /// By a handler on one serial queue.
    case queue
    /// By an iteration in a task for each monitor.
    case async
  }

  private let log = EventLog()
  private let monitors: [PathMonitor]
  /// Monitors without a first path.
  private let waiting: Atomic<Int>

  init(count: Int) {
    monitors = (0..<count).map { _ in PathMonitor() }
    waiting = Atomic(count)
  }

  /// What the first monitor holds to be true, in the harness's words. A path tells nothing of links that are
  /// not in it, nor of how many routes there are.
  var verdict: String {
    "{\"default4\":\(monitors[0].currentPath.supportsIPv4),\"if_up\":null,\"links\":-1,\"routes4\":-1}"
  }

  /// Says that it waits to be told to start.
  func hold() { log.hold() }

  func start(_ way: Way) {
    switch way {
    case .queue:
      let queue = DispatchQueue(label: "contender")
      for monitor in monitors {
        let view = View(self)
        monitor.pathUpdateHandler = { view.take($0) }
        monitor.start(queue: queue)
      }
    case .async:
      for monitor in monitors {
        Task.detached {
          let view = View(self)
          for await path in monitor { view.take(path) }
        }
      }
    }
  }

  /// What one monitor tells: the first path is the answer, the others are events.
  private final class View: Sendable {
    private let contest: Contest
    private let hasFirst = Atomic(false)

    init(_ contest: Contest) { self.contest = contest }

    func take(_ path: NetworkPath) {
      if hasFirst.load(ordering: .relaxed) { return contest.log.add(path.status == .satisfied) }
      hasFirst.store(true, ordering: .relaxed)
      if contest.waiting.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { contest.log.begin() }
    }
  }
}
