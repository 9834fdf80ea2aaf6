import Foundation
import TestSupport
import Testing

/// `pathmonitor --policy`, as a process: over a scenario, since it decides for all backends alike.
@Suite struct PolicyProcessTests {
  private let folder: TemporaryFolder
  private let scenario: String

  init() throws {
    folder = try TemporaryFolder()
    scenario = "\(folder.path)/scenario.json"
    let address = #"{"address": "192.0.2.2", "gateway": "192.0.2.1"}"#
    let link = #"{"name": "eth0", "type": "wiredEthernet", "ipv4": \#(address)}"#
    try Data(#"{"scenario": "a", "links": [\#(link)]}"#.utf8).write(to: URL(filePath: scenario))
  }

  private func run(_ command: [String], policy: String) throws -> Tool.Result {
    let file = "\(folder.path)/policy.json"
    try Data(policy.utf8).write(to: URL(filePath: file))
    return try Tool.run(
      command + ["--policy", file], environment: ["PATH_MONITOR_BACKEND": "simulated:\(scenario)"])
  }

  @Test func policyDecides() throws {
    let result = try run(
      ["status", "--json"],
      policy: #"{"rules": [{"match": {"name": "eth?"}, "type": "cellular", "constrained": true}]}"#)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains(#""type":"cellular"}"#))
    #expect(result.output.contains(#""isExpensive":true,"isConstrained":true"#))
  }

  @Test func prohibitedLinkIsNoWayOut() throws {
    let policy = #"{"rules": [{"match": {"type": "wiredEthernet"}, "prohibited": true}]}"#
    let result = try run(["wait", "--timeout", "0"], policy: policy)
    #expect(result.status == 1 && result.errors.contains("unsatisfied"))
    let exec = try Tool.run(["simulate", scenario, "--at-once", "--policy", "\(folder.path)/policy.json"])
    #expect(exec.status == 0 && exec.output.contains("unsatisfied  no network route"))
  }

  @Test func badFileEndsTheToolWithAPlace() throws {
    let result = try run(["status"], policy: "{\"rules\": [\n{\"match\": {\"nme\": \"a\"}}]}")
    #expect(result.status == 65 && result.output.isEmpty)
    #expect(result.errors.contains("policy.json:2:12: what a rule matches has no key \"nme\"; did you mean"))
  }

  @Test func missingFileEndsTheTool() throws {
    let result = try Tool.run(["status", "--policy", "\(folder.path)/none.json"])
    #expect(result.status == 66 && result.errors.contains("the policy cannot be read: open"))
  }
}
