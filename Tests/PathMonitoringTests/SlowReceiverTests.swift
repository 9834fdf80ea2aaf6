import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// Receivers that get to nothing for a time in which the network changes very often: no pile waits for them.
@Suite struct SlowReceiverTests {
  private static let count = 10_000
  private let backend = ScriptedBackend(.online("first"))

  /// Changes, none of which equals the one before, that end with a path of the name.
  private func storm(endingWith name: String, count: Int = Self.count) {
    let states: [NetworkSnapshot] = [.online("a"), .offline, .online("b", index: 3)]
    for number in 0..<count - 1 { backend.send(states[number % 3]) }
    backend.send(.online(name, index: 9))
  }

  @Test func blockedQueueGetsTheNewestAndThenAllAgain() {
    let monitor = PathMonitor(backend: backend)
    let queue = DispatchQueue(label: "blocked")
    let seen = Recorder()
    monitor.pathUpdateHandler = { seen.add($0) }
    queue.suspend()
    monitor.start(queue: queue)
    storm(endingWith: "last", count: 100_000)
    #expect(monitor.currentPath == .notDetermined, "nothing was delivered")
    queue.resume()
    queue.sync {}
    #expect(seen.paths.map(\.ways) == [["last"]])
    for name in ["c", "d", "e"] { backend.send(.online(name)) }
    queue.sync {}
    #expect(seen.paths.map(\.ways) == [["last"], ["c"], ["d"], ["e"]])
    monitor.cancel()
  }

  @Test func blockedHandlerIsNotCalledForThePathThatItHas() {
    let monitor = PathMonitor(backend: backend)
    let queue = DispatchQueue(label: "blocked", attributes: .concurrent)
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = Recorder()
    monitor.pathUpdateHandler = { path in
      seen.add(path)
      entered.signal()
      left.wait()
    }
    monitor.start(queue: queue)
    entered.wait()
    storm(endingWith: "last", count: 5000)
    backend.send(.online("first"))
    for _ in 0..<3 { left.signal() }
    queue.sync(flags: .barrier) {}
    #expect(seen.paths.map(\.ways) == [["first"]])
    monitor.cancel()
  }

  @Test func slowIterationsGetTheNewestEachByItself() async {
    let monitor = PathMonitor(backend: backend)
    var slow = monitor.makeAsyncIterator()
    var changes = monitor.changes.makeAsyncIterator()
    #expect(await slow.next()?.ways == ["first"])
    #expect(await changes.next()?.path.ways == ["first"])
    storm(endingWith: "last")
    #expect(await slow.next()?.ways == ["last"])
    let change = await changes.next()
    #expect(change?.path.ways == ["last"] && change?.previous.ways == ["first"])
    backend.send(.offline)
    #expect(await slow.next()?.ways == [])
    storm(endingWith: "end")
    monitor.cancel()
    #expect(await slow.next()?.ways == ["end"], "what came before the end is not lost")
    #expect(await slow.next() == nil)
    #expect(await slow.next() == nil)
  }

  @Test func waitingIterationGetsEveryPath() async {
    let monitor = PathMonitor(backend: backend)
    let backend = backend
    let task = Task {
      var ways: [[String]] = []
      for await path in monitor {
        ways.append(path.ways)
        // One more each time it has come here, and so mostly while the loop waits.
        if ways.count < 1000 { backend.send(.online("n\(ways.count)")) } else { break }
      }
      return ways
    }
    #expect(await task.value == [["first"]] + (1..<1000).map { ["n\($0)"] })
    monitor.cancel()
  }

  @Test func blockedAdopterIsToldTheNewest() {
    let queue = DispatchQueue(label: "blocked")
    let adopter = ReachabilityAdopter(backend, queue)
    queue.suspend()
    adopter.startNetworkMonitoring()
    storm(endingWith: "last")
    queue.resume()
    queue.sync {}
    #expect(adopter.log == ["path last", "status true"])
    adopter.stopNetworkMonitoring()
  }

  @Test func noPileIsKept() async {
    // In a process of its own, since other tests allocate as well.
    await #expect(processExitsWith: .success) {
      let test = SlowReceiverTests()
      let monitor = PathMonitor(backend: test.backend)
      let queue = DispatchQueue(label: "blocked")
      monitor.pathUpdateHandler = { _ in }
      queue.suspend()
      monitor.start(queue: queue)
      let iterators = (0..<4).map { _ in monitor.makeAsyncIterator() }
      test.storm(endingWith: "warm", count: 5000)
      let before = ProcessUse.now.memory
      test.storm(endingWith: "last")
      let growth = ProcessUse.now.memory - before
      // Ten bytes for each path that was left out would be as much.
      #expect(growth < 10 * SlowReceiverTests.count, "\(growth) bytes more")
      withExtendedLifetime(iterators) {}
      queue.resume()
      monitor.cancel()
    }
  }
}
