import Foundation
import TestSupport
import Testing

/// `record` and `replay` as processes.
@Suite struct RecordingProcessTests {
  private let folder: TemporaryFolder
  private let sound = Capture.path("recordings/two-uplinks.pcap")

  init() throws { folder = try TemporaryFolder() }

  private func write(_ bytes: Data, _ name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  @Test("replay prints the paths with the times that they had")
  func replay() throws {
    let result = try Tool.run(["replay", sound, "--json"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 9)
    #expect(
      lines.first?.contains("\"backend\":\"replay of \(sound)\",\"time\":\"2026-11-30T14:01:06.816Z\"")
        == true)
    #expect(lines[1].hasPrefix("{\"status\":\"unsatisfied\""))
    let others = try Tool.run(["replay", sound, "--prohibit", "wiredEthernet"])
    #expect(others.output.split(separator: "\n").count == 1 && others.output.contains("unsatisfied"))
    #expect(try Tool.run(["replay", sound, "--speed", "1000000"]).output.split(separator: "\n").count == 9)
  }

  @Test("a damaged recording is replayed up to the damage, and then it is said where that is")
  func damaged() throws {
    let bytes = try Data(contentsOf: URL(filePath: sound))
    let path = try write(bytes.prefix(bytes.count / 2 + 1), "cut.pcap")
    let result = try Tool.run(["replay", path])
    #expect(result.status == 65 && result.output.contains("satisfied"))
    #expect(result.errors.hasPrefix("pathmonitor: \(path): at byte "))
    let scrubbed = "\(folder.path)/scrubbed.pcap"
    #expect(try Tool.run(["record", "--from", path, scrubbed, "--anonymize"]).status == 65)
    let lines = result.output.split(separator: "\n").count
    #expect(try Tool.run(["replay", scrubbed]).output.split(separator: "\n").count == lines)
  }

  @Test("what cannot be read or written is one line on standard error and status 66")
  func unusable() throws {
    let text = try write(Data("no recording".utf8), "text")
    for arguments in [
      ["replay", text], ["replay", "\(folder.path)/none"], ["replay", folder.path], ["record", text],
      ["record", "\(folder.path)/none/a"], ["record", "--anonymize", "--from", text, "\(folder.path)/new"],
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status == 66 && result.output.isEmpty, "\(arguments)")
      #expect(result.errors.hasPrefix("pathmonitor: ") && result.errors.split(separator: "\n").count == 1)
    }
    #expect(try Tool.run(["record", "/dev/full"]).status == 74)
  }

  @Test("record writes until a signal comes, and says how much", arguments: Tool.endSignals)
  func record(_ signal: Int32) throws {
    let path = "\(folder.path)/new.pcap"
    let (process, _, errors) = try Tool.launch(["record", path])
    var said = ""
    while !said.contains("until interrupted") {
      said += String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    }
    kill(process.processIdentifier, signal)
    let rest = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(rest.contains("packets in \(path)"))
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }
}
