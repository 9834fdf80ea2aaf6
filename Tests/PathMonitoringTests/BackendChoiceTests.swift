import Testing

@testable import PathMonitoring

/// Backends in words.
@Suite struct BackendChoiceTests {
  @Test(arguments: [("automatic", BackendChoice.automatic), ("netlink", .netlink)])
  func right(_ text: String, _ choice: BackendChoice) throws {
    #expect(try BackendChoice(text) == choice)
  }

  @Test(arguments: [
    ("", "\"\" is no backend: it is one of \(BackendChoice.words)"),
    ("nl", "\"nl\" is no backend: it is one of \(BackendChoice.words)"),
    ("Netlink", "\"Netlink\" is no backend: it is one of \(BackendChoice.words)"),
    ("netlink:", "\"netlink:\" is no backend: it is one of \(BackendChoice.words)"),
    ("netlink:1s", "\"netlink:1s\" is no backend: it is one of \(BackendChoice.words)"),
  ])
  func wrong(_ text: String, _ words: String) {
    let error = #expect(throws: BackendChoiceError.self) { try BackendChoice(text) }
    #expect(error?.description == words)
  }
}
