import Netlink
import Testing

@testable import PathMonitoring

@Suite struct ExpiryWatchTests {
  private let target = RouteSurvey.Target(family: .ipv6, linkIndex: 2)
  private let start = ContinuousClock.now

  @Test func routeIsLookedAtATickAfterItsEnd() {
    var watch = ExpiryWatch()
    watch.found(way(300), target, now: start)
    #expect(watch.next == start + .milliseconds(3010))
    let early = watch.families(dueAt: start + .milliseconds(3009))
    #expect(early.isEmpty)
    let due = watch.families(dueAt: start + .milliseconds(3010))
    #expect(due == [.ipv6] && watch.next == nil)
  }

  @Test func whatSeemsEndlessWhenItsTimeHasComeGetsOneSecondLook() {
    var watch = ExpiryWatch()
    watch.found(way(0), target, now: start)
    _ = watch.families(dueAt: start + .milliseconds(10))
    watch.found(way(nil), target, now: start)
    #expect(watch.next == start + .milliseconds(100))
    _ = watch.families(dueAt: start + .milliseconds(100))
    watch.found(way(nil), target, now: start)
    #expect(watch.next == nil, "it has been given a life without end")
  }

  @Test func whatSeemsEndlessBeforeItsTimeHasComeGetsASecondLookToo() {
    var watch = ExpiryWatch()
    watch.found(way(1), target, now: start)
    // Another change had it looked up within its last tick.
    watch.found(way(nil), target, now: start + .milliseconds(15))
    #expect(watch.next == start + .milliseconds(115))
    watch.found(way(nil), target, now: start + .milliseconds(16))
    #expect(watch.next == start + .milliseconds(115), "not put off")
    _ = watch.families(dueAt: start + .milliseconds(115))
    watch.found(way(nil), target, now: start + .milliseconds(115))
    #expect(watch.next == nil)
  }

  @Test func endlessRouteNeedsNoLook() {
    var watch = ExpiryWatch()
    watch.found(way(nil), target, now: start)
    #expect(watch.next == nil)
  }

  @Test func refreshedRouteIsLookedAtLater() {
    var watch = ExpiryWatch()
    watch.found(way(100), target, now: start)
    watch.found(way(1000), target, now: start)
    #expect(watch.next == start + .milliseconds(10_010))
  }

  @Test("what is over or not asked any more needs no look", arguments: [true, false])
  func over(_ isForgotten: Bool) {
    var watch = ExpiryWatch()
    watch.found(way(100), target, now: start)
    if isForgotten {
      watch.forget(target)
    } else {
      watch.found(.refused(.networkUnreachable), target, now: start)
    }
    #expect(watch.next == nil)
  }

  @Test("no number of the kernel's makes it trap", arguments: [Int32.min, -1, .max])
  func extremes(_ expires: Int32) {
    var watch = ExpiryWatch()
    watch.found(way(expires), target, now: start)
    #expect(watch.next != nil)
  }

  private func way(_ expires: Int32?) -> RouteFinding { .way(RouteWay(expires: expires)) }
}
