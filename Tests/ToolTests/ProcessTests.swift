import Foundation
import Testing

/// The tool as a process: exit status, streams, signals. Only looks at the network of whoever runs the tests.
@Suite struct ProcessTests {
  @Test(
    "a usage error is one line on standard error and status 64", arguments: [["fly"], ["--type", "paper"]])
  func usage(_ arguments: [String]) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("pathmonitor: ") && result.errors.split(separator: "\n").count == 1)
  }

  @Test func helpIsNoError() throws {
    let result = try Tool.run(["--help"])
    #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("usage: pathmonitor"))
  }

  @Test func statusAgreesWithItsExitStatus() throws {
    let result = try Tool.run(["status", "--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(result.status == ((object["status"] as? String) == "satisfied" ? 0 : 1))
    #expect(object["backend"] as? String == "netlink")
    #expect(result.output.hasSuffix("}\n") && !result.output.dropLast().contains("\n"))
  }

  @Test func impossibleWaitEndsWithStatusOne() throws {
    let result = try Tool.run(["wait", "--timeout", "0.05", "--type", "loopback"])
    #expect(result.status == 1 && result.output.isEmpty && result.errors.contains("the time is out"))
  }

  @Test func explainAgreesWithStatus() throws {
    #expect(try Tool.run(["explain"]).status == Tool.run(["status"]).status)
    let none = try Tool.run(["explain", "--type", "loopback", "--json"])
    #expect(none.status == 1 && none.output.contains("\"status\":\"unsatisfied\""))
  }

  @Test func outputThatIsClosedIsAnError() throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "exec \"$0\" --version >&-", Tool.location.path]
    let errors = Pipe()
    shell.standardError = errors
    try shell.run()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 74 && said.hasPrefix("pathmonitor: write to standard output: "))
  }

  @Test("signals end a watch cleanly", arguments: Tool.endSignals)
  func signals(_ signal: Int32) throws {
    let (process, output, _) = try Tool.launch(["watch", "--json"])
    // The first line comes at once, not when a buffer is full.
    let first = output.fileHandleForReading.availableData
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("{\"status\":"))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
