import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// A recording as a scenario, and that as a file.
@Suite struct RecordedScenarioTests {
  @Test(arguments: [Recording.twoUplinks, Recording.nlmon])
  func recordingIsPlayedAsItWas(_ file: String) throws {
    let recording = try Recording(contentsOf: file)
    let scenario = Scenario(name: "recorded", recording: recording)
    #expect(try Scenario(json: scenario.json) == scenario)
    #expect(scenario.steps.count == recording.timeline.count - 1)
    let simulation = Simulation(try Scenario(json: scenario.json))
    let seen = Recorder()
    let monitor = PathMonitor(backend: .simulated(simulation))
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: DispatchQueue(label: "test"))
    simulation.playAll()
    simulation.waitUntilSettled()
    monitor.cancel()
    var paths: [NetworkPath] = []
    for (_, snapshot) in recording.timeline {
      let path = PathEvaluator.path(snapshot)
      if path != paths.last { paths.append(path) }
    }
    #expect(seen.paths == paths && paths.count > 1)
  }
}
