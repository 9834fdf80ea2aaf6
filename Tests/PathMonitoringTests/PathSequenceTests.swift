import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// Monitors as asynchronous sequences.
@Suite struct PathSequenceTests {
  @Test func eachIterationGetsEveryPathTheCurrentOneFirst() async {
    let backend = ScriptedBackend(.online("a"))
    let monitor = PathMonitor(backend: backend)
    var first = monitor.makeAsyncIterator()
    #expect(await first.next()?.name == "a")
    backend.send(.online("b"))
    var second = monitor.makeAsyncIterator()
    backend.send(.online("c"))
    #expect(await first.next()?.name == "b")
    #expect(await first.next()?.name == "c")
    #expect(await second.next()?.name == "b")
    #expect(await second.next()?.name == "c")
    #expect(monitor.currentPath.name == "c")
    #expect(backend.starts == 1)
    monitor.cancel()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
  }

  @Test func leavingTheLastLoopStopsAndAnotherStartsAgain() async {
    let backend = ScriptedBackend(.online("a"))
    let monitor = PathMonitor(backend: backend)
    for await path in monitor {
      #expect(path.name == "a")
      break
    }
    #expect(backend.stops == 1)
    for await path in monitor {
      #expect(path.name == "a")
      break
    }
    #expect(backend.starts == 2 && backend.stops == 2)
  }

  @Test func monitorThatOnlyIteratedIsFreed() async {
    weak var freed: PathMonitor?
    do {
      let monitor = PathMonitor(backend: ScriptedBackend(.online()))
      freed = monitor
      for await _ in monitor { break }
    }
    #expect(freed == nil)
  }

  @Test func cancelledTaskEndsItsIteration() async {
    let backend = ScriptedBackend(.online())
    let monitor = PathMonitor(backend: backend)
    let task = Task {
      var count = 0
      for await _ in monitor { count += 1 }
      return count
    }
    var other = monitor.makeAsyncIterator()
    _ = await other.next()
    task.cancel()
    #expect(await task.value <= 1)
    backend.send(.offline)
    #expect(await other.next()?.status == .unsatisfied)
    monitor.cancel()
  }

  @Test func iterationAfterCancelIsOver() async {
    let monitor = PathMonitor(backend: ScriptedBackend(.online()))
    monitor.cancel()
    for await _ in monitor { Issue.record("a path after cancel") }
  }

  @Test func queueAndIterationGoSideBySide() async {
    let backend = ScriptedBackend(.online("a"))
    let monitor = PathMonitor(backend: backend)
    let queue = DispatchQueue(label: "test")
    let seen = Recorder()
    monitor.pathUpdateHandler = { seen.add($0) }
    for await _ in monitor {
      monitor.start(queue: queue)
      break
    }
    backend.send(.online("b"))
    queue.sync {}
    #expect(seen.paths.map(\.name) == ["a", "b"])
    monitor.cancel()
  }
}

extension NetworkPath {
  fileprivate var name: String? { availableInterfaces.first?.name }
}
