import Foundation
import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

@testable import pathmonitor

/// `pathmonitor simulate`, in its arguments and as a process.
@Suite struct SimulateTests {
  @Test func arguments() throws {
    #expect(
      try Invocation(["simulate", "train-ride", "--speed", "10", "--json"]).command
        == .simulate(SimulateCommand.Order(scenario: "train-ride", speed: 10)))
    #expect(
      try Invocation(["simulate", "--at-once", "a.json"]).command
        == .simulate(SimulateCommand.Order(scenario: "a.json", isAtOnce: true)))
    #expect(try Invocation(["simulate", "--list"]).command == .simulate(SimulateCommand.Order(isList: true)))
  }

  @Test(
    "usage errors name what is wrong",
    arguments: [
      (["simulate"], "needs a scenario"), (["simulate", "a", "b"], "\"b\""),
      (["watch", "--speed", "2"], "--speed"),
      (["--at-once"], "--at-once"), (["status", "--list"], "--list"),
      (["simulate", "a", "--speed", "0"], "\"0\""),
      (["simulate", "a", "--speed", "nan"], "\"nan\""),
      (["simulate", "a", "--backend", "netlink"], "--backend"),
      (["simulate", "a", "--at-once=1"], "takes no value"),
    ])
  func errors(_ arguments: [String], _ words: String) {
    #expect { try Invocation(arguments) } throws: { ($0 as? UsageError)?.text.contains(words) == true }
  }

  @Test func allAtOncePrintsEveryPathAndEnds() throws {
    let result = try Tool.run(["simulate", "modem-redial", "--at-once", "--json"])
    let lines = result.output.split(separator: "\n")
    #expect(result.status == 0 && result.errors.isEmpty)
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(
      objects.map { $0?["status"] as? String } == [
        "requiresConnection", "satisfied", "requiresConnection", "unsatisfied", "satisfied",
      ])
    #expect(objects.allSatisfy { $0?["backend"] as? String == "simulated" })
  }

  @Test func requirementsCountAndSpeedIsKept() throws {
    let result = try Tool.run(["simulate", "flapping-cable", "--speed", "10000", "--type", "wifi"])
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 1)
    #expect(
      try Tool.run(["simulate", "flapping-cable", "--speed=10000"]).output.split(separator: "\n").count == 17)
  }

  @Test func listNamesAllWithTheirTime() throws {
    let lines = try Tool.run(["simulate", "--list"]).output.split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != " " } } == WorkedScenario.allCases.map { $0.rawValue[...] })
    #expect(lines.first?.hasPrefix("train-ride  (9m56s200ms)  A laptop") == true)
  }

  @Test func fileThatMakesNoSenseIsOneLine() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/bad.json"
    try "{\n\"scenario\": 1}".write(toFile: file, atomically: true, encoding: .utf8)
    let result = try Tool.run(["simulate", file])
    #expect(result.status == 65 && result.output.isEmpty)
    #expect(
      result.errors
        == "pathmonitor: \(file):2:13: \"scenario\" should be text in double quotes, not a number\n")
    let misspelt = try Tool.run(["simulate", "trainride"])
    #expect(misspelt.status == 66 && misspelt.errors.contains("did you mean \"train-ride\"?"))
  }

  @Test func backendOfAFileIsTheSame() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/a.json"
    try Scenario(name: "a", links: [.ethernet("sim0")]).json.write(
      toFile: file, atomically: true, encoding: .utf8)
    let result = try Tool.run(["status", "--backend", "simulated:\(file)"])
    #expect(result.status == 0 && result.output.contains("sim0 (wiredEthernet)"))
  }

  @Test func signalEndsALongPlayAllAtOnce() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/long.json"
    let text = """
      {"scenario": "long", "repeat": 1000000, "links": [{"name": "eth0", "type": "wiredEthernet"}],
        "steps": [{"do": "flap", "times": 10000, "period": "0s"}]}
      """
    try Data(text.utf8).write(to: URL(filePath: path))
    let (process, output, _) = try Tool.launch(["simulate", path, "--at-once"])
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }

  @Test func signalEndsAPlay() throws {
    let (process, output, _) = try Tool.launch(["simulate", "train-ride"])
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
