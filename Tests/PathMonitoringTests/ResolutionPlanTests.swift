import Testing

@testable import PathMonitoring

/// When a name is asked for, as a table of events: at which millisecond what happens, and whether that asks.
@Suite struct ResolutionPlanTests {
  enum Event {
    case network
    case found
    case nothing
    case time
  }

  typealias Row = [(at: Int, event: Event, asks: Bool)]

  static let rows: [Row] = [
    // Once, and no more while nothing changes.
    [(0, .network, true), (20, .found, false), (100_000, .time, false)],
    // A change that comes while a question is under way is asked about afterwards, not beside it.
    [(0, .network, true), (10, .network, false), (400, .found, true), (500, .found, false)],
    [(0, .network, true), (10, .network, false), (20, .found, false), (250, .time, true)],
    // A change soon after a question waits; one long after does not.
    [
      (0, .network, true), (20, .found, false), (100, .network, false), (249, .time, false),
      (250, .time, true),
    ],
    [(0, .network, true), (20, .found, false), (5000, .network, true)],
    // Quick changes are asked about ever more rarely.
    [
      (0, .network, true), (1, .found, false), (10, .network, false), (250, .time, true),
      (251, .found, false),
      (260, .network, false), (749, .time, false), (750, .time, true), (751, .found, false),
      (760, .network, false), (1749, .time, false), (1750, .time, true),
    ],
    // A name without an address is asked for again after two seconds, then four.
    [
      (0, .network, true), (20, .nothing, false), (2019, .time, false), (2020, .time, true),
      (2040, .nothing, false), (6039, .time, false), (6040, .time, true), (6050, .found, false),
      (99_000, .time, false),
    ],
  ]

  @Test(arguments: rows.indices) func asks(_ row: Int) {
    var plan = ResolutionPlan()
    for (place, step) in Self.rows[row].enumerated() {
      let now = Duration.milliseconds(step.at)
      let asks =
        switch step.event {
        case .network: plan.networkChanged(now)
        case .found: plan.answered(hasAddress: true, now)
        case .nothing: plan.answered(hasAddress: false, now)
        case .time: plan.timeCame(now)
        }
      #expect(asks == step.asks, "step \(place) of row \(row)")
    }
  }

  @Test func neverLessOftenThanEveryFiveMinutesNorTwiceAtATime() {
    var plan = ResolutionPlan()
    var now = Duration.zero
    _ = plan.networkChanged(now)
    for _ in 0..<40 {
      let asksTwice = plan.timeCame(now + .seconds(10_000))
      let asksAtOnce = plan.answered(hasAddress: false, now)
      #expect(!asksTwice && !asksAtOnce)
      let deadline = plan.deadline ?? .zero
      #expect(deadline > now && deadline <= now + .seconds(300))
      now = deadline
      let asks = plan.timeCame(now)
      #expect(asks)
    }
  }
}
