import Dispatch
import Foundation
import PathMonitoring
import PathMonitoringTesting
import Testing

/// The guides say what the compiler and the reader take.
@Suite struct GuideTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The blocks of a guide that are in a language.
  private func examples(_ guide: String, _ language: String) throws -> [String] {
    let file = Self.root.appending(path: "Docs/PathMonitoring.docc/\(guide).md")
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```\(language)\n")
      .dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func examplesOfTheTestingGuideAreTheseTests() throws {
    let compiled = try ["GuideTests", "UploaderTests"].map { name in
      lines(
        try String(
          contentsOf: Self.root.appending(path: "Tests/PathMonitoringTestingTests/\(name).swift"),
          encoding: .utf8))
    }
    let examples = try examples("TestingYourApp", "swift")
    #expect(examples.count == 6)
    for example in examples {
      let wanted = lines(example)
      #expect(
        compiled.contains { have in
          have.indices.contains { have[$0...].starts(with: wanted) }
        }, "not compiled: \(example)")
    }
    // A newcomer's test file is short.
    #expect(compiled[1].count <= 25)
  }

  @Test func examplesOfTheScenarioGuideAreRead() throws {
    let examples = try examples("Scenarios", "json")
    #expect(examples.count == 2)
    for example in examples { _ = try Scenario(json: example) }
  }

  @Test func workedFilesAreTheEmbeddedOnes() throws {
    let folder = Self.root.appending(path: "Sources/PathMonitoringTesting/Scenarios")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(WorkedScenario.allCases.map { "\($0.rawValue).json" }))
    for worked in WorkedScenario.allCases {
      let text = try String(contentsOf: folder.appending(path: "\(worked.rawValue).json"), encoding: .utf8)
      #expect(text == worked.json)
      #expect(Scenario.worked(worked).steps.count >= 2)
    }
  }

  @Test func examples() {
    let clock = examplesOfTime()
    do {
      let ride = Simulation(.worked(.trainRide), clock: clock)
      ride.play()
      clock.advance(by: .seconds(600))
      #expect(ride.problems.isEmpty && ride.snapshot.links.map(\.condition) == [.noCarrier, .usable])
    }
    let simulation = Simulation(.ethernet())
    simulation.perform {
      $0.unplug()
      $0.joinWiFi()
    }
    #expect(simulation.snapshot.links.map(\.condition) == [.noCarrier, .usable])
    simulation.fail("the socket is gone")
    simulation.recover()
    let link = NetworkLink(NetworkInterface(name: "ib0", index: 9, type: .other))
    simulation.set(NetworkSnapshot(links: [link]))
    #expect(simulation.snapshot.links.map(\.interface.name) == ["ib0"])
    let strict = Simulation(.ethernet()) { Issue.record("\($0)") }
    strict.unplug("eth0")
  }

  private func examplesOfTime() -> ManualClock {
    let clock = ManualClock()
    let simulation = Simulation(.ethernet(), clock: clock)
    simulation.flap(times: 5, period: .seconds(2))
    clock.advance(by: .seconds(10))
    #expect(simulation.snapshot.links.map(\.condition) == [.usable])
    return clock
  }
}
