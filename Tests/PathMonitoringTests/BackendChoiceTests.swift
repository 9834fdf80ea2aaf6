import Testing

@testable import PathMonitoring

/// Backends in words.
@Suite struct BackendChoiceTests {
  @Test(arguments: [
    ("automatic", BackendChoice.automatic), ("netlink", .netlink), ("sysfs", .sysfs(interval: .seconds(1))),
    ("sysfs:500ms", .sysfs(interval: .milliseconds(500))), ("sysfs:2s", .sysfs(interval: .seconds(2))),
    ("sysfs:10ms", .sysfs(interval: .milliseconds(10))), ("sysfs:1m30s", .sysfs(interval: .seconds(90))),
    ("simulated:a:b.json", .simulated(file: "a:b.json")),
  ])
  func right(_ text: String, _ choice: BackendChoice) throws {
    #expect(try BackendChoice(text) == choice)
  }

  @Test(arguments: [
    ("", "\"\" is no backend: it is one of \(BackendChoice.words)"),
    ("nl", "\"nl\" is no backend: it is one of \(BackendChoice.words)"),
    ("Netlink", "\"Netlink\" is no backend: it is one of \(BackendChoice.words)"),
    ("netlink:", "\"netlink:\" is no backend: it is one of \(BackendChoice.words)"),
    ("simulated", "\"simulated\" is no backend: a file is missing: simulated:scenario.json"),
    ("simulated:", "\"simulated:\" is no backend: a file is missing: simulated:scenario.json"),
    ("netlink:1s", "\"netlink:1s\" is no backend: it is one of \(BackendChoice.words)"),
  ])
  func wrong(_ text: String, _ words: String) {
    let error = #expect(throws: BackendChoiceError.self) { try BackendChoice(text) }
    #expect(error?.description == words)
  }

  @Test(arguments: ["", "0s", "9ms", "-1s", "1", "s", "ms", "1 s", "99999999999s", "٣s"])
  func wrongInterval(_ interval: String) {
    let error = #expect(throws: BackendChoiceError.self) { try BackendChoice("sysfs:\(interval)") }
    #expect(error?.description.contains("such as 500ms or 2s") == true)
  }
}
