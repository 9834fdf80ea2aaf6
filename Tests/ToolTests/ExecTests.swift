import Foundation
import PathMonitoring
import TestSupport
import Testing

@testable import pathmonitor

/// Commands that are run for paths.
@Suite struct ExecTests {
  @Test func variablesTellThePath() {
    let path = NetworkPath(
      status: .satisfied,
      availableInterfaces: [
        NetworkInterface(name: "wlan0", index: 3, type: .wifi),
        NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet),
      ], isExpensive: true, supportsIPv4: true, gateways: [.hostPort(host: "192.0.2.1", port: 0)])
    #expect(
      PathVariables.of(path, [.status, .dns]).map { "\($0.name)=\($0.value)" } == [
        "PATH_STATUS=satisfied", "PATH_INTERFACE=wlan0", "PATH_TYPE=wifi", "PATH_INTERFACES=wlan0 eth0",
        "PATH_GATEWAYS=192.0.2.1", "PATH_IPV4=1", "PATH_IPV6=0", "PATH_DNS=0", "PATH_EXPENSIVE=1",
        "PATH_CONSTRAINED=0", "PATH_CHANGES=status, DNS",
      ])
    #expect(PathVariables.of(NetworkPath(status: .unsatisfied), nil).last?.value == "first")
  }

  @Test func everyPathRunsTheCommandInOrder() throws {
    let folder = try TemporaryFolder()
    let scenario = "\(folder.path)/a.json"
    try Data(
      """
      {"scenario": "a", "links": [{"name": "eth0", "type": "wiredEthernet",
        "ipv4": {"address": "192.0.2.10", "gateway": "192.0.2.1"}}],
       "steps": [{"do": "unplug"}, {"do": "plug"}, {"do": "unplug"}]}
      """.utf8
    ).write(to: URL(filePath: scenario))
    let (process, output, _) = try Tool.launch([
      "exec", "--backend", "simulated:\(scenario)", "--", "sh", "-c", "echo $PATH_STATUS: $PATH_CHANGES",
    ])
    var text = ""
    while text.split(separator: "\n").count < 4 {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    #expect(
      text.split(separator: "\n").map { $0.prefix { $0 != "," } } == [
        "satisfied: first", "unsatisfied: status", "satisfied: status", "unsatisfied: status",
      ])
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + SIGTERM)
  }

  @Test("a signal reaches the command, which is waited for", arguments: Tool.endSignals)
  func signalReachesTheCommand(_ signal: Int32) throws {
    let (process, output, _) = try Tool.launch([
      "exec", "--", "sh", "-c",
      "trap 'echo ended; exit 0' INT TERM HUP; echo begun; while :; do read -r _; done",
    ])
    let first = output.fileHandleForReading.availableData
    #expect(String(decoding: first, as: UTF8.self) == "begun\n")
    kill(process.processIdentifier, signal)
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    #expect(String(decoding: rest, as: UTF8.self) == "ended\n")
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + signal)
  }

  @Test func commandThatFailsOrIsNotThereIsSaid() throws {
    let missing = try Tool.run(["exec", "--", "/nonexistent/command"])
    #expect(missing.status == 127 && missing.output.isEmpty)
    #expect(missing.errors.hasPrefix("pathmonitor: run /nonexistent/command: No such file or directory"))
  }

  @Test func argumentsAfterTheDashesAreTheCommands() throws {
    #expect(
      try Invocation(["exec", "--json", "--", "ls", "--help", "--", "-x"]).command
        == .exec(["ls", "--help", "--", "-x"]))
    for wrong in [["exec"], ["exec", "ls"], ["exec", "--"], ["exec", "--", ""], ["watch", "--", "ls"]] {
      #expect(throws: UsageError.self) { try Invocation(wrong) }
    }
  }
}
