import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// Adoption by protocol, over a backend that says what the test tells it to.
@Suite struct NetworkReachabilityTests {
  private let backend = ScriptedBackend(.offline)
  private let queue = DispatchQueue(label: "test")

  private func adopter() -> ReachabilityAdopter { ReachabilityAdopter(backend, queue) }

  @Test func statusIsToldAtFirstAndWhenItChanges() {
    let adopter = adopter()
    adopter.startNetworkMonitoring()
    for name in ["a", "b"] { backend.send(.online(name)) }
    backend.send(.offline)
    queue.sync {}
    #expect(adopter.statuses == [false, true, false])
    #expect(
      adopter.log == ["path -", "status false", "path a", "status true", "path b", "path -", "status false"])
  }

  @Test func callsComeOnTheQueueAndNeverWithinTheStart() {
    let adopter = adopter()
    adopter.onStatus = { [queue] _, _ in dispatchPrecondition(condition: .onQueue(queue)) }
    queue.sync {
      adopter.startNetworkMonitoring()
      #expect(adopter.log.isEmpty)
    }
    queue.sync {}
    #expect(adopter.statuses == [false])
  }

  @Test func availabilityIsThatOfThePathToldOf() {
    let adopter = adopter()
    #expect(!adopter.isNetworkAvailable())
    adopter.onStatus = { adopter, isConnected in
      #expect(adopter.isNetworkAvailable() == isConnected)
      #expect((adopter.networkPathMonitor?.currentPath.status == .satisfied) == isConnected)
    }
    queue.sync {
      adopter.startNetworkMonitoring()
      backend.send(.online())
      #expect(!adopter.isNetworkAvailable(), "no path has been delivered yet")
    }
    queue.sync {}
    #expect(adopter.isNetworkAvailable())
    adopter.stopNetworkMonitoring()
    #expect(!adopter.isNetworkAvailable())
    adopter.onStatus = nil
  }

  @Test func startTwiceIsOneMonitor() {
    let adopter = adopter()
    adopter.startNetworkMonitoring()
    let monitor = adopter.networkPathMonitor
    adopter.startNetworkMonitoring()
    queue.sync {}
    #expect(adopter.networkPathMonitor === monitor)
    #expect(backend.starts == 1 && adopter.statuses == [false])
  }

  @Test func stopTwiceAndBeforeTheStartIsHarmless() {
    let adopter = adopter()
    adopter.stopNetworkMonitoring()
    adopter.startNetworkMonitoring()
    adopter.stopNetworkMonitoring()
    adopter.stopNetworkMonitoring()
    #expect(adopter.networkPathMonitor == nil)
    #expect(backend.starts == 1 && backend.stops == 1)
  }

  @Test func nothingComesOnceStoppedOnTheQueue() {
    let adopter = adopter()
    adopter.startNetworkMonitoring()
    queue.sync {
      backend.send(.online())
      adopter.stopNetworkMonitoring()
    }
    backend.send(.offline)
    queue.sync {}
    #expect(adopter.statuses.count <= 1)
    #expect(!adopter.statuses.contains(true))
  }

  @Test func eachStartTellsTheStatusAnew() {
    let adopter = adopter()
    for _ in 1...3 {
      adopter.startNetworkMonitoring()
      queue.sync {}
      adopter.stopNetworkMonitoring()
    }
    #expect(adopter.statuses == [false, false, false])
    #expect(backend.starts == 3 && backend.stops == 3)
  }

  @Test func stopWithinThePathCallKeepsTheStatusFromBeingTold() {
    let adopter = adopter()
    adopter.onPath = { adopter, _ in adopter.stopNetworkMonitoring() }
    adopter.startNetworkMonitoring()
    queue.sync {}
    #expect(adopter.log == ["path -"])
  }

  @Test func restartWithinACallTellsAnew() {
    let adopter = adopter()
    adopter.onStatus = { adopter, _ in
      guard adopter.statuses.count == 1 else { return }
      adopter.stopNetworkMonitoring()
      adopter.startNetworkMonitoring()
    }
    adopter.startNetworkMonitoring()
    // The second monitor asks for its turn from within the first one's.
    queue.sync {}
    queue.sync {}
    backend.send(.online())
    queue.sync {}
    #expect(adopter.statuses == [false, false, true])
    #expect(backend.starts == 2 && backend.stops == 1)
  }

  @Test func adopterThatGoesAwayLeavesNothingRunningAndGetsNoCall() {
    let seen = Lock<[Bool]>([])
    weak var gone: ReachabilityAdopter?
    do {
      let adopter = adopter()
      gone = adopter
      adopter.onStatus = { _, isConnected in seen.withLock { $0.append(isConnected) } }
      adopter.startNetworkMonitoring()
      queue.sync {}
      queue.suspend()
      backend.send(.online())
    }
    #expect(gone == nil)
    #expect(backend.starts == 1 && backend.stops == 1, "it ends at once, not with the next path")
    queue.resume()
    backend.send(.offline)
    queue.sync {}
    #expect(seen.withLock { $0 } == [false])
  }

  @Test func adopterMayGoWithinItsOwnCall() {
    final class Owner { var adopter: ReachabilityAdopter? }
    weak var gone: ReachabilityAdopter?
    do {
      let owner = Owner()
      let adopter = adopter()
      owner.adopter = adopter
      gone = adopter
      adopter.onStatus = { _, _ in owner.adopter = nil }
      adopter.startNetworkMonitoring()
    }
    queue.sync {}
    backend.send(.online())
    queue.sync {}
    #expect(gone == nil)
    #expect(backend.stops == 1)
  }

  @Test func monitorThatSomebodyElseHoldsOutlivesTheAdopterInSilence() {
    var held: NetworkPathMonitor?
    do {
      let adopter = adopter()
      adopter.startNetworkMonitoring()
      held = adopter.networkPathMonitor
    }
    backend.send(.online())
    queue.sync {}
    #expect(held?.currentPath.status == .satisfied)
    #expect(backend.stops == 0)
    held = nil
    #expect(backend.stops == 1)
  }

  @Test func iterationsOfTheMonitorEndWithTheAdopter() async {
    var iterators: [PathMonitor.Iterator?] = []
    do {
      let adopter = adopter()
      adopter.networkPathMonitor = adopter.makeNetworkPathMonitor()
      iterators.append(adopter.networkPathMonitor?.makeAsyncIterator())
      adopter.startNetworkMonitoring()
      iterators.append(adopter.networkPathMonitor?.makeAsyncIterator())
    }
    // A call that is under way on the queue holds the adopter for its own time.
    queue.sync {}
    #expect(backend.starts == 1 && backend.stops == 1)
    guard backend.stops == 1 else { return }
    for var iterator in iterators { while await iterator?.next() != nil {} }
  }

  @Test func monitorThatTheAdopterPutThereIsStarted() {
    let adopter = adopter()
    let own = NetworkPathMonitor(backend: backend)
    adopter.networkPathMonitor = own
    adopter.startNetworkMonitoring()
    queue.sync {}
    #expect(adopter.networkPathMonitor === own)
    #expect(adopter.statuses == [false] && backend.starts == 1)
  }

  @Test func monitorThatWasCancelledIsReplaced() {
    let adopter = adopter()
    adopter.startNetworkMonitoring()
    adopter.networkPathMonitor?.cancel()
    adopter.startNetworkMonitoring()
    backend.send(.online())
    queue.sync {}
    #expect(adopter.statuses.last == true)
    #expect(backend.starts == 2 && backend.stops == 1)
  }

  @Test func monitorThatIsTakenAwayIsStopped() {
    let adopter = adopter()
    adopter.startNetworkMonitoring()
    queue.sync {}
    adopter.networkPathMonitor = nil
    backend.send(.online())
    queue.sync {}
    #expect(adopter.statuses == [false] && backend.stops == 1)
  }

  @Test func startWithinDeinitLeavesNothing() {
    final class Late: NetworkReachabilityProtocol {
      let backend: ScriptedBackend
      var networkPathMonitor: NetworkPathMonitor?
      init(_ backend: ScriptedBackend) { self.backend = backend }
      func networkStatusChanged(isConnected: Bool) { Issue.record("called after deinit") }
      func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor(backend: backend) }
      deinit { startNetworkMonitoring() }
    }
    _ = Late(backend)
    #expect(backend.starts == 1 && backend.stops == 1)
  }

  @Test func manyThreadsMayStartAndStopASendableAdopter() {
    do {
      let adopter = SharedReachabilityAdopter(backend, queue)
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        if number.isMultiple(of: 3) {
          adopter.stopNetworkMonitoring()
        } else {
          adopter.startNetworkMonitoring()
        }
        backend.send(number.isMultiple(of: 2) ? .online() : .offline)
      }
      adopter.startNetworkMonitoring()
      backend.send(.online())
      queue.sync {}
      #expect(adopter.isNetworkAvailable())
      #expect(adopter.last == true)
      #expect(backend.starts - backend.stops == 1)
    }
    // A turn that was under way may hold the adopter a moment longer.
    queue.sync {}
    #expect(backend.starts == backend.stops)
  }

  @Test func defaultsAreTheMainQueueAndAllInterfaces() {
    final class Small: NetworkReachabilityProtocol {
      var networkPathMonitor: NetworkPathMonitor?
      func networkStatusChanged(isConnected: Bool) {}
    }
    let small = Small()
    // Each mention of the main queue is another object here.
    #expect(small.networkMonitoringQueue.label == DispatchQueue.main.label)
    #expect(small.makeNetworkPathMonitor().backendDescription == NetworkPathMonitor().backendDescription)
  }
}
