import Dispatch
import PathMonitoring
import PathMonitoringTesting

/// Plays a scenario and prints the paths that a program would see, as `watch` does.
struct SimulateCommand {
  /// What to play, and how.
  struct Order: Equatable {
    /// The name of a worked scenario, or a file.
    var scenario: String?
    var speed = 1.0
    var isAtOnce = false
    var isList = false
  }

  let options: Invocation.Options
  let order: Order

  func run() {
    guard !order.isList, let name = order.scenario else { return list() }
    let scenario: Scenario
    do throws(ScenarioError) {
      scenario = try Self.scenario(name)
    } catch {
      error.end()
    }
    play(scenario)
  }

  /// The scenario of that name, or in that file: `./train-ride` is a file in any case.
  static func scenario(_ name: String) throws(ScenarioError) -> Scenario {
    if let worked = WorkedScenario(rawValue: name) { return .worked(worked) }
    do throws(ScenarioError) {
      return try Scenario(contentsOf: name)
    } catch {
      // A name without a folder or an ending may be one of the tool's own, misspelt.
      guard error.line == nil, !name.contains("/"), !name.contains(".") else { throw error }
      let hint = Suggestion.text(for: name, among: WorkedScenario.allCases.map(\.rawValue))
      throw error.adding("no scenario of that name comes with the tool either\(hint)")
    }
  }

  private func list() {
    for worked in WorkedScenario.allCases {
      let scenario = Scenario.worked(worked)
      Console.writeLine(
        options.isJSON
          ? JSONValue.object([
            ("name", .string(worked.rawValue)), ("about", .string(scenario.about)),
            ("duration", .string(DurationText.text(scenario.duration))),
          ]).text
          : "\(worked.rawValue)  (\(DurationText.text(scenario.duration)))  \(scenario.about)")
    }
  }

  private func play(_ scenario: Scenario) {
    // A long play all at once keeps this thread from waiting for them.
    EndSignals.endProcess()
    let simulation = Simulation(scenario)
    let monitor = Following.start(options, backend: .simulated(simulation)) { _, line in
      Console.writeLine(line())
    }
    let end: @Sendable () -> Void = {
      simulation.whenSettled { Console.exit(0) }
    }
    if order.isAtOnce {
      simulation.playAll()
      end()
    } else {
      simulation.play(speed: order.speed, whenDone: end)
    }
    withExtendedLifetime(monitor) { DispatchSemaphore(value: 0).wait() }
  }
}
