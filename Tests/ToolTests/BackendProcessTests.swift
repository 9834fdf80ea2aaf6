import Testing

/// The tool with a backend that its arguments or its environment name.
@Suite struct BackendProcessTests {
  private func backend(_ result: Tool.Result) -> String? {
    result.output.split(separator: "\"backend\":\"").dropFirst().first?.split(separator: "\"").first
      .map(String.init)
  }

  @Test(
    "the environment names the backend",
    arguments: [
      ("", "netlink"), ("automatic", "netlink"), ("netlink", "netlink"), ("sysfs:2s", "sysfs, every 2s"),
    ])
  func right(_ words: String, _ name: String) throws {
    let result = try Tool.run(["status", "--json"], environment: ["PATH_MONITOR_BACKEND": words])
    #expect(backend(result) == name && result.errors.isEmpty)
  }

  @Test func wrongWordsAreToldOnceAndPassedOver() throws {
    let result = try Tool.run(["status", "--json"], environment: ["PATH_MONITOR_BACKEND": "carrier-pigeon"])
    #expect(backend(result) == "netlink")
    #expect(
      result.errors == """
        PATH_MONITOR_BACKEND: "carrier-pigeon" is no backend: it is one of automatic, netlink, sysfs, \
        sysfs:INTERVAL, simulated:FILE, replay:FILE; going on as if it were not set

        """)
  }

  @Test func argumentWinsOverTheEnvironment() throws {
    let result = try Tool.run(
      ["status", "--json", "--backend", "netlink"], environment: ["PATH_MONITOR_BACKEND": "carrier-pigeon"])
    #expect(backend(result) == "netlink" && result.errors.isEmpty)
  }

  @Test("a file that is named and not there is no path that is unknown, and so satisfied")
  func fileThatIsNotThere() throws {
    for words in ["simulated:/nonexistent", "replay:/nonexistent"] {
      let result = try Tool.run(["status", "--json", "--backend", words])
      #expect(result.status == 66 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("pathmonitor: /nonexistent: "))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func explainAgreesWhoeverIsAsked() throws {
    let asked = try ["automatic", "netlink", "sysfs"].map { try Tool.run(["explain", "--backend", $0]) }
    #expect(asked[0].output == asked[1].output && asked.allSatisfy { $0.status == asked[0].status })
    #expect(try Tool.run(["explain", "--backend", "replay:x"]).status == 64)
  }
}
