import PathMonitoringTesting

@testable import PathMonitoring
@testable import pathmonitor

/// A file that should be a scenario.
enum ScenariosTarget {
  /// Steps of all passes that are played.
  private static let mostSteps = 500

  static func check(_ bytes: [UInt8]) throws {
    let scenario: Scenario
    do throws(ScenarioError) { scenario = try Scenario(bytes, "fuzz.json") } catch {
      try Finding.unless(
        error.description.hasPrefix("fuzz.json:") && error.line != nil, "no place: \(error)")
      return
    }
    let text = scenario.json
    let again: Scenario
    do throws(ScenarioError) { again = try Scenario(json: text) } catch {
      throw Finding(description: "what is written is refused: \(error)\n\(text)")
    }
    try Finding.unless(again == scenario, "what is read from its own text is another:\n\(text)")
    guard weight(scenario) <= mostSteps else { return }
    try playAll(scenario)
    try playInTime(scenario)
  }

  private static func weight(_ scenario: Scenario) -> Int {
    let once = scenario.steps.reduce(0) { sum, step in
      if case .flap(_, let times, _) = step.event { sum + 2 * SimulatedEvent.bounded(times) } else { sum + 1 }
    }
    let (weight, isTooLarge) = once.multipliedReportingOverflow(by: scenario.passes)
    return isTooLarge ? .max : weight
  }

  private static func playAll(_ scenario: Scenario) throws {
    let simulation = Simulation(scenario, clock: ManualClock(), onProblem: { _ in })
    simulation.playAll()
    // The reader tried every step.
    if let problem = simulation.problems.first { throw Finding(description: "a step failed: \(problem)") }
    try checkPath(simulation.snapshot)
  }

  private static func playInTime(_ scenario: Scenario) throws {
    let clock = ManualClock()
    let simulation = Simulation(scenario, clock: clock, onProblem: { _ in })
    let ends = Lock(0)
    simulation.play { ends.withLock { $0 += 1 } }
    clock.advance(by: scenario.duration)
    try Finding.unless(ends.withLock { $0 } == 1, "a play of \(scenario.duration) has not ended by then")
    try checkPath(simulation.snapshot)
  }

  /// The path, as the tool prints it, is a line of JSON.
  private static func checkPath(_ snapshot: NetworkSnapshot) throws {
    let path = PathEvaluator.path(snapshot)
    let line = PathOutput(isJSON: true, showsColours: false).line(path, backend: "simulated", time: .zero)
    try Finding.unless(!line.contains("\n"), "more than a line: \(line)")
    do throws(TextError) { _ = try JSONReader.value(Array(line.utf8)) } catch {
      throw Finding(description: "\(line) is no JSON: \(error.reason)")
    }
    let words = PathOutput(isJSON: false, showsColours: false).text(path)
    try Finding.unless(
      !words.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "control characters for the terminal: \(words)")
  }
}
