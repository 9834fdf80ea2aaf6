import TestSupport
import Testing

@testable import PathMonitoring

/// Which backend speaks, as tables of events.
@Suite struct FallbackTests {
  private var fallback = Fallback(["netlink", "sysfs"])
  private let first = NetworkSnapshot.online("a")
  private let second = NetworkSnapshot.online("b")

  init() {
    #expect(fallback.started() == [.start(place: 0, run: 1)])
  }

  @Test mutating func preferredOneSpeaksAlone() {
    #expect(fallback.heard(.source("netlink", because: nil), run: 1) == [])
    #expect(
      fallback.heard(.snapshot(first), run: 1) == [
        .give(.source("netlink", because: nil)), .give(.snapshot(first)),
      ])
    #expect(fallback.heard(.snapshot(second), run: 1) == [.give(.snapshot(second))])
    #expect(fallback.stopped() == [.stop(run: 1)])
  }

  @Test mutating func failureAtTheStartIsStoodInFor() {
    #expect(fallback.heard(.failure("refused"), run: 1) == [.start(place: 1, run: 2)])
    #expect(fallback.heard(.source("sysfs, every 1s", because: nil), run: 2) == [])
    #expect(
      fallback.heard(.snapshot(first), run: 2) == [
        .give(.source("sysfs, every 1s", because: "netlink: refused")), .give(.snapshot(first)),
      ])
    // Tried again meanwhile, in vain.
    #expect(fallback.heard(.failure("refused"), run: 1) == [])
    #expect(fallback.heard(.snapshot(second), run: 2) == [.give(.snapshot(second))])
    #expect(fallback.stopped() == [.stop(run: 1), .stop(run: 2)])
  }

  @Test mutating func failureLaterLeavesNoGapAndTheFirstReturns() {
    _ = fallback.heard(.snapshot(first), run: 1)
    // The path stays until the other one speaks.
    #expect(fallback.heard(.failure("closed"), run: 1) == [.start(place: 1, run: 2)])
    #expect(
      fallback.heard(.snapshot(second), run: 2) == [
        .give(.source("sysfs", because: "netlink: closed")), .give(.snapshot(second)),
      ])
    #expect(
      fallback.heard(.snapshot(first), run: 1) == [
        .give(.source("netlink", because: nil)), .give(.snapshot(first)), .stop(run: 2),
      ])
    // What was under way when it was stopped does not count, nor does it start it again.
    #expect(fallback.heard(.snapshot(second), run: 2) == [])
    #expect(fallback.heard(.failure("gone"), run: 2) == [])
    #expect(fallback.heard(.failure("again"), run: 1) == [.start(place: 1, run: 3)])
  }

  @Test mutating func firstReturnsBeforeTheOtherHasSpoken() {
    _ = fallback.heard(.snapshot(first), run: 1)
    _ = fallback.heard(.failure("closed"), run: 1)
    #expect(fallback.heard(.snapshot(second), run: 1) == [.give(.snapshot(second)), .stop(run: 2)])
  }

  @Test mutating func noneCanSpeak() {
    _ = fallback.heard(.failure("refused"), run: 1)
    let both = "netlink: refused; sysfs: no /proc"
    #expect(fallback.heard(.failure("no /proc"), run: 2) == [.give(.failure(both))])
    // The same again is not said again; another reason is.
    #expect(fallback.heard(.failure("refused"), run: 1) == [])
    #expect(
      fallback.heard(.failure("no descriptors"), run: 1) == [
        .give(.failure("netlink: no descriptors; sysfs: no /proc"))
      ])
    #expect(
      fallback.heard(.snapshot(first), run: 2) == [
        .give(.source("sysfs", because: "netlink: no descriptors")), .give(.snapshot(first)),
      ])
    #expect(
      fallback.heard(.snapshot(second), run: 1) == [
        .give(.source("netlink", because: nil)), .give(.snapshot(second)), .stop(run: 2),
      ])
  }

  @Test mutating func standInFailsWhileTheFirstHasFailedLater() {
    _ = fallback.heard(.snapshot(first), run: 1)
    _ = fallback.heard(.failure("closed"), run: 1)
    #expect(
      fallback.heard(.failure("no /proc"), run: 2) == [.give(.failure("netlink: closed; sysfs: no /proc"))])
    // It said this before it failed, and the path has been unknown since: it must be said again.
    #expect(
      fallback.heard(.snapshot(first), run: 1) == [
        .give(.source("netlink", because: nil)), .give(.snapshot(first)), .stop(run: 2),
      ])
  }

  @Test mutating func aSingleBackendFailsByItself() {
    fallback = Fallback(["netlink"])
    _ = fallback.started()
    #expect(fallback.heard(.failure("refused"), run: 1) == [.give(.failure("netlink: refused"))])
  }
}
