import PathMonitoring
import Testing

@testable import pathmonitor

/// Arguments to what they ask for.
@Suite struct InvocationTests {
  @Test func nothingMeansWatch() throws {
    #expect(try Invocation([]) == Invocation(["watch"]))
    #expect(try Invocation([]).command == .watch)
  }

  @Test(
    "options stand anywhere and take their value either way",
    arguments: [
      ["status", "--json", "--type", "wifi", "--prohibit", "cellular", "--prohibit", "other"],
      ["--type=WIFI", "--prohibit=cellular", "--prohibit=other", "--json", "status"],
    ])
  func options(_ arguments: [String]) throws {
    let invocation = try Invocation(arguments)
    #expect(invocation.command == .status && invocation.options.isJSON)
    #expect(
      invocation.options.requirements
        == PathRequirements(requiredType: .wifi, prohibitedTypes: [.cellular, .other]))
  }

  @Test func policyIsAFile() throws {
    #expect(try Invocation(["explain", "--policy", "a.json"]).options.policyFile == "a.json")
    #expect(try Invocation(["explain"]).options.policyFile == nil)
    #expect { try Invocation(["record", "a", "--policy", "b"]) } throws: {
      ($0 as? UsageError)?.text.contains("--policy is an option of watch") == true
    }
  }

  @Test func waitTakesConditions() throws {
    let command = try Invocation(["wait", "--timeout", "1.5", "--ipv6", "--dns"]).command
    #expect(command == .wait(WaitCondition(limit: .seconds(1.5), needsIPv6: true, needsDNS: true)))
    #expect(try Invocation(["wait"]).command == .wait(WaitCondition()))
  }

  @Test("record and replay take a file")
  func files() throws {
    #expect(try Invocation(["record", "a"]).command == .record(RecordCommand.Order(file: "a")))
    #expect(
      try Invocation(["--anonymize", "record", "--force", "--from", "b", "-"]).command
        == .record(RecordCommand.Order(file: "-", source: "b", isAnonymous: true, replaces: true)))
    #expect(try Invocation(["replay", "a"]).command == .replay(ReplayCommand.Order(file: "a")))
    #expect(
      try Invocation(["replay", "--in-time", "a"]).command
        == .replay(ReplayCommand.Order(file: "a", speed: 1)))
    #expect(
      try Invocation(["replay", "a", "--speed=2.5"]).command
        == .replay(ReplayCommand.Order(file: "a", speed: 2.5)))
  }

  @Test(
    "usage errors name what is wrong",
    arguments: [
      (["fly"], "\"fly\""), (["--fly"], "\"--fly\""), (["status", "status"], "\"status\""),
      (["--type"], "--type"),
      (["--type", "paper"], "\"paper\""), (["--type", "wifi", "--type", "other"], "twice"),
      (["wait", "--timeout", "soon"], "\"soon\""), (["wait", "--timeout", "-1"], "\"-1\""),
      (["wait", "--timeout", "nan"], "\"nan\""), (["wait", "--timeout", "inf"], "\"inf\""),
      (["wait", "--timeout", "1e99"], "\"1e99\""), (["status", "--ipv4"], "--ipv4"),
      (["--json=yes"], "--json"), (["record"], "file"), (["replay"], "file"),
      (["replay", "a", "b"], "\"b\""),
      (["record", "a", "--from", "b"], "--anonymize"), (["replay", "a", "--force"], "record"),
      (["record", "--from", "a", "a", "--anonymize"], "at once"),
      (["record", "a", "--speed", "2"], "replay"),
      (["replay", "a", "--speed", "0"], "\"0\""), (["status", "--anonymize"], "record"),
      (["record", "a", "--anonymize=yes"], "--anonymize"), (["record", "a", "--timeout", "2"], "wait"),
      (["record", "a", "--json"], "replay"),
      ([""], "\"\""), (["-"], "\"-\""), (["--"], "\"--\""),
    ])
  func errors(_ arguments: [String], _ words: String) throws {
    do throws(UsageError) {
      _ = try Invocation(arguments)
      Issue.record("no error")
    } catch {
      #expect(error.text.contains(words))
      #expect(!error.text.contains("\n"))
    }
  }

  @Test func helpWinsOverWhatFollows() throws {
    #expect(try Invocation(["--help", "--nonsense"]).command == .help)
    #expect(try Invocation(["help"]).command == .help)
    #expect(try Invocation(["--version"]).command == .version)
  }

  @Test(
    "a condition",
    arguments: [
      (WaitCondition(), NetworkPath(status: .satisfied), true),
      (WaitCondition(), NetworkPath(status: .requiresConnection), false),
      (WaitCondition(needsIPv4: true), NetworkPath(status: .satisfied, supportsIPv6: true), false),
      (WaitCondition(needsIPv6: true), NetworkPath(status: .satisfied, supportsIPv6: true), true),
      (WaitCondition(needsDNS: true), NetworkPath(status: .satisfied, supportsIPv4: true), false),
    ])
  func condition(_ condition: WaitCondition, _ path: NetworkPath, _ isMet: Bool) {
    #expect(condition.isMet(by: path) == isMet)
  }
}
