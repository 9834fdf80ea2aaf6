import Testing

@testable import PathMonitoring

/// The life of a monitor as lists of events.
@Suite struct MonitorLifecycleTests {
  private let one = NetworkPath(status: .satisfied, supportsIPv4: true)
  private let two = NetworkPath(status: .satisfied, supportsIPv6: true)

  @Test func firstPathIsDeliveredEvenIfItSaysNothingNew() {
    var life = MonitorLifecycle()
    #expect(life.started() == .init(startsBackend: true))
    #expect(life.evaluated(.notDetermined) == .init(schedulesTurn: true))
    #expect(life.turnCame(hasHandler: true) == .call(.notDetermined))
    #expect(life.turnCame(hasHandler: true) == .end)
  }

  @Test func equalPathsAreDeliveredOnce() {
    var life = started()
    _ = life.evaluated(one)
    _ = life.turnCame(hasHandler: true)
    _ = life.turnCame(hasHandler: true)
    #expect(life.evaluated(one) == .init())
    #expect(life.turnCame(hasHandler: true) == .end)
  }

  @Test func changesThatPileUpComeAllAndInOrder() {
    var life = started()
    #expect(life.evaluated(one) == .init(schedulesTurn: true))
    #expect(life.evaluated(two) == .init(), "one turn at a time")
    #expect(life.evaluated(one) == .init())
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.turnCame(hasHandler: true) == .call(two))
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.turnCame(hasHandler: true) == .end)
  }

  @Test func changeDuringATurnIsTakenByIt() {
    var life = started()
    _ = life.evaluated(one)
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.evaluated(two) == .init())
    #expect(life.turnCame(hasHandler: true) == .call(two))
  }

  @Test func currentPathIsSetBeforeTheCallAndNotBefore() {
    var life = started()
    _ = life.evaluated(one)
    #expect(life.current == .notDetermined)
    _ = life.turnCame(hasHandler: true)
    #expect(life.current == one)
  }

  @Test func lateHandlerGetsTheCurrentPathOnce() {
    var life = started()
    _ = life.evaluated(one)
    #expect(life.turnCame(hasHandler: false) == .end)
    #expect(life.current == one)
    #expect(life.handlerAssigned() == true)
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.turnCame(hasHandler: true) == .end)
    #expect(life.handlerAssigned() == false, "it has been seen")
  }

  @Test func handlerAssignedBeforeTheFirstTurnGetsItByThat() {
    var life = started()
    _ = life.evaluated(one)
    #expect(life.handlerAssigned() == false)
    #expect(life.turnCame(hasHandler: true) == .call(one))
  }

  @Test func unseenPathComesBeforeWhatFollowedIt() {
    var life = started()
    _ = life.evaluated(one)
    _ = life.turnCame(hasHandler: false)
    _ = life.evaluated(two)
    #expect(life.handlerAssigned() == false, "a turn is asked for already")
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.turnCame(hasHandler: true) == .call(two))
  }

  @Test func secondStartIsIgnoredAndSoIsOneAfterCancel() {
    var life = started()
    #expect(life.started() == nil)
    _ = life.cancelled()
    #expect(life.started() == nil)
  }

  @Test func nothingIsDeliveredAfterCancel() {
    var life = started()
    _ = life.evaluated(one)
    #expect(life.turnCame(hasHandler: true) == .call(one))
    _ = life.evaluated(two)
    #expect(life.cancelled() == true)
    #expect(life.turnCame(hasHandler: true) == .end)
    #expect(life.evaluated(two) == .init())
    #expect(life.handlerAssigned() == false)
    #expect(life.current == one, "the path delivered last stays")
    #expect(life.cancelled() == false, "twice is harmless")
  }

  @Test func cancelBeforeStartStopsNothing() {
    var life = MonitorLifecycle()
    #expect(life.cancelled() == false)
    #expect(life.started() == nil)
  }

  @Test func iterationStartsTheMonitorAndItsEndStopsIt() throws {
    var life = MonitorLifecycle()
    let begin = try began(&life)
    #expect(begin.startsBackend && begin.first == nil)
    #expect(life.evaluated(one) == .init(feedsIterations: true))
    #expect(life.current == one)
    let second = try began(&life)
    #expect(!second.startsBackend && second.first == one, "the current path first")
    #expect(life.iterationEnded() == false)
    #expect(life.iterationEnded() == true)
    let again = try began(&life)
    #expect(again.startsBackend && again.first == nil)
  }

  @Test func iterationBesideAQueueDoesNotStopIt() throws {
    var life = started()
    _ = try began(&life)
    #expect(life.evaluated(one) == .init(schedulesTurn: true, feedsIterations: true))
    #expect(life.iterationEnded() == false)
    #expect(life.evaluated(two) == .init())
  }

  @Test func startAfterAnIterationDeliversWhatIsKnown() throws {
    var life = MonitorLifecycle()
    _ = try began(&life)
    _ = life.evaluated(one)
    #expect(life.started() == .init(startsBackend: false, schedulesTurn: true))
    #expect(life.turnCame(hasHandler: true) == .call(one))
    #expect(life.iterationEnded() == false, "the queue still wants it")
  }

  @Test func iterationAfterCancelIsOverAtOnce() {
    var life = started()
    _ = life.cancelled()
    let beginning = life.iterationBegan()
    #expect(beginning == nil)
  }

  private func began(_ life: inout MonitorLifecycle) throws -> (startsBackend: Bool, first: NetworkPath?) {
    let beginning = life.iterationBegan()
    return try #require(beginning)
  }

  private func started() -> MonitorLifecycle {
    var life = MonitorLifecycle()
    _ = life.started()
    return life
  }
}
