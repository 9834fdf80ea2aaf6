import Dispatch
import PathMonitoringTesting
import TestSupport
import Testing

@testable import PathMonitoring

/// Held losses as a monitor sees them, under a clock that the test moves.
@Suite struct SettlingTests {
  private let backend = ScriptedBackend(.online("a"))
  private let clock = ManualClock()
  private let queue = DispatchQueue(label: "test")
  private let recorder = Recorder()

  private func monitor(_ settling: PathSettling) -> PathMonitor {
    let monitor = PathMonitor(backend: backend, settling: settling, clock: clock)
    monitor.pathUpdateHandler = recorder.add
    monitor.start(queue: queue)
    return monitor
  }

  /// All that was delivered by now.
  private var ways: [[String]] {
    queue.sync {}
    return recorder.paths.map(\.ways)
  }

  @Test func shortLossIsNotSeen() {
    let monitor = monitor(.losses(.seconds(2)))
    defer { monitor.cancel() }
    backend.send(.offline)
    clock.advance(by: .seconds(1))
    #expect(ways == [["a"]] && monitor.currentPath.ways == ["a"])
    backend.send(.online("a"))
    clock.advance(by: .seconds(5))
    #expect(ways == [["a"]])
  }

  @Test func oneCallOfTheClockIsOwedHoweverOftenTheLinkGoes() {
    let monitor = monitor(.losses(.seconds(2)))
    defer { monitor.cancel() }
    for number in 0..<10_000 {
      backend.send(.offline)
      backend.send(.online(number.isMultiple(of: 2) ? "a" : "b"))
      clock.advance(by: .milliseconds(1))
    }
    #expect(clock.owed <= 1)
    backend.send(.offline)
    clock.advance(by: .milliseconds(1999))
    #expect(monitor.currentPath.status == .satisfied)
    clock.advance(by: .milliseconds(1))
    queue.sync {}
    #expect(monitor.currentPath.status == .unsatisfied)
  }

  @Test func lossThatLastsIsToldWhenTheTimeIsOut() {
    let monitor = monitor(.losses(.seconds(2)))
    defer { monitor.cancel() }
    backend.send(.offline)
    clock.advance(by: .milliseconds(1999))
    #expect(ways == [["a"]])
    clock.advance(by: .milliseconds(1))
    #expect(ways == [["a"], []] && monitor.currentPath.status == .unsatisfied)
    backend.send(.online("b"))
    #expect(ways == [["a"], [], ["b"]])
    // The timer of the first loss says nothing of a second one.
    backend.send(.offline)
    clock.advance(by: .seconds(1))
    backend.send(.online("b"))
    clock.advance(by: .milliseconds(500))
    backend.send(.offline)
    clock.advance(by: .milliseconds(600))
    #expect(ways == [["a"], [], ["b"]])
    clock.advance(by: .milliseconds(1400))
    #expect(ways == [["a"], [], ["b"], []])
  }

  @Test func anyChangeCanBeHeld() {
    let monitor = monitor(.changes(.seconds(1)))
    defer { monitor.cancel() }
    for name in ["b", "c", "d"] { backend.send(.online(name)) }
    #expect(ways == [["a"]])
    clock.advance(by: .seconds(1))
    #expect(ways == [["a"], ["d"]])
  }

  @Test func nothingIsDeliveredAfterCancelAndNothingIsKept() {
    weak var freed: PathMonitor?
    do {
      let monitor = monitor(.losses(.seconds(2)))
      freed = monitor
      backend.send(.offline)
      monitor.cancel()
    }
    queue.sync {}
    #expect(freed == nil)
    clock.advance(by: .seconds(5))
    #expect(ways.count <= 1)
  }

  @Test func iterationsAreHeldTheSameAndBeginAnew() async {
    let monitor = PathMonitor(backend: backend, settling: .losses(.seconds(2)), clock: clock)
    for await path in monitor {
      #expect(path.ways == ["a"])
      backend.send(.offline)
      break
    }
    // Another start begins with the path as it is, a loss or not.
    for await path in monitor {
      #expect(path.ways == [])
      break
    }
    clock.advance(by: .seconds(5))
    for await path in monitor {
      #expect(path.ways == [])
      break
    }
  }

  @Test func whatAStoppedBackendSaysIsNotTakenForTheNextOnesFirst() async {
    let monitor = PathMonitor(
      backend: PartingBackend(), settling: .losses(.seconds(2)), clock: clock)
    for _ in 0..<2 {
      for await path in monitor {
        #expect(path.ways == ["a"])
        break
      }
    }
  }

  @Test func aClockThatCallsEarlyEndsTheHold() {
    let clock = HastyClock()
    let monitor = PathMonitor(backend: backend, settling: .losses(.seconds(2)), clock: clock)
    monitor.pathUpdateHandler = recorder.add
    monitor.start(queue: queue)
    defer { monitor.cancel() }
    backend.send(.offline)
    #expect(ways == [["a"]])
    clock.call()
    #expect(ways == [["a"], []])
  }

  @Test(arguments: [Duration(attoseconds: .max), .seconds(Int64.max), Duration(attoseconds: .min)])
  func noTimeIsTooLong(_ time: Duration) {
    clock.advance(by: .seconds(1))
    let held = monitor(.changes(time))
    let real = PathMonitor(backend: backend, settling: .losses(time))
    real.start(queue: queue)
    backend.send(.offline)
    #expect(ways == (time > .zero ? [["a"]] : [["a"], []]))
    real.cancel()
    held.cancel()
    SystemClock().schedule(at: max(time, .zero)) {}.cancel()
  }

  @Test func changesTellWhatIsNew() async {
    let monitor = PathMonitor(backend: backend)
    var iterator = monitor.changes.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.isFirst == true && first?.previous.status == .unsatisfied)
    #expect(first?.changes == [.status, .primaryInterface, .addressFamilies, .gateways, .dns])
    backend.send(.online("a", dns: false))
    let second = await iterator.next()
    #expect(second?.isFirst == false && second?.changes == .dns)
    #expect(second?.previous == first?.path)
    monitor.cancel()
    #expect(await iterator.next() == nil)
  }
}
