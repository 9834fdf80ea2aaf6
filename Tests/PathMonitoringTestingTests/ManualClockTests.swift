import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()
  private let log = Lock<[String]>([])

  private func note(_ word: String, at time: Duration) -> any PathMonitorTimer {
    clock.schedule(at: time) { [clock, log] in log.withLock { $0.append("\(word) \(clock.now)") } }
  }

  @Test func callsAreMadeInTheOrderOfTheirTimes() {
    _ = note("late", at: .seconds(3))
    _ = note("first", at: .seconds(1))
    _ = note("second", at: .seconds(1))
    clock.advance(by: .seconds(2))
    #expect(log.withLock { $0 } == ["first 1.0 seconds", "second 1.0 seconds"])
    #expect(clock.now == .seconds(2) && clock.nextTime == .seconds(3))
    clock.advance(by: .seconds(2))
    #expect(log.withLock { $0.count } == 3)
    #expect(clock.now == .seconds(4) && clock.nextTime == nil)
  }

  @Test func callMayNoteAnotherOfTheSameSpan() {
    _ = clock.schedule(at: .seconds(1)) { [clock, log] in
      _ = clock.schedule(at: .seconds(2)) { log.withLock { $0.append("inner \(clock.now)") } }
    }
    clock.advance(by: .seconds(5))
    #expect(log.withLock { $0 } == ["inner 2.0 seconds"])
  }

  @Test func cancelledCallIsNotMade() {
    let timer = note("never", at: .seconds(1))
    timer.cancel()
    timer.cancel()
    clock.advance(by: .seconds(5))
    #expect(log.withLock { $0 }.isEmpty)
  }

  @Test func timeThatHasPassedIsDueAtOnce() {
    clock.advance(by: .seconds(5))
    _ = note("past", at: .seconds(1))
    #expect(log.withLock { $0 }.isEmpty)
    clock.advance(by: .zero)
    #expect(log.withLock { $0 } == ["past 5.0 seconds"])
  }
}
