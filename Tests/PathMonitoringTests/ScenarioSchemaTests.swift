import Foundation
import Testing

@testable import PathMonitoring

/// The schema names what the reader takes: all of it, and nothing else.
@Suite struct ScenarioSchemaTests {
  private let schema: [String: Any]

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/scenario.schema.json")
    schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private func definition(_ name: String) throws -> [String: Any] {
    try #require((schema["$defs"] as? [String: Any])?[name] as? [String: Any])
  }

  private func keys(_ object: [String: Any]) throws -> Set<String> {
    // A key that is not named must be refused, as the reader does.
    #expect(object["additionalProperties"] as? Bool == false)
    return Set(try #require(object["properties"] as? [String: Any]).keys)
  }

  @Test func everyWordHasItsKeys() throws {
    let steps = try #require(try definition("step")["oneOf"] as? [[String: Any]])
    var words: [String] = []
    for step in steps {
      let properties = try #require(step["properties"] as? [String: Any])
      let word = try #require((properties["do"] as? [String: Any])?["const"] as? String)
      let verb = try #require(SimulatedVerb(rawValue: word))
      words.append(word)
      #expect(try keys(step) == Set(verb.keys.known + ScenarioKeys.step), "\(word)")
      #expect(Set(step["required"] as? [String] ?? []) == Set(verb.keys.required + ["do"]), "\(word)")
    }
    #expect(words == SimulatedVerb.allCases.map(\.rawValue))
  }

  @Test func objectsHaveTheirKeys() throws {
    #expect(try keys(schema) == Set(ScenarioKeys.scenario))
    for (name, known) in [
      ("link", ScenarioKeys.link), ("address", ScenarioKeys.address), ("snapshot", ScenarioKeys.snapshot),
      ("snapshotLink", ScenarioKeys.snapshotLink), ("egress", ScenarioKeys.egress),
      ("source", ScenarioKeys.source),
    ] {
      #expect(try keys(definition(name)) == Set(known), "\(name)")
    }
  }

  @Test func wordsAreThoseOfTheTables() throws {
    #expect(try definition("type")["enum"] as? [String] == InterfaceTypeName.all.names)
    #expect(try definition("condition")["enum"] as? [String] == ScenarioKeys.conditions.names)
    #expect(try definition("state")["enum"] as? [String] == ScenarioKeys.states.names)
  }

  @Test func keyThatMustBeThereIsMissedByBoth() throws {
    for verb in SimulatedVerb.allCases where !verb.keys.required.isEmpty {
      #expect(throws: ScenarioError.self, "\(verb)") {
        try Scenario(json: #"{"scenario": "a", "steps": [{"do": "\#(verb.rawValue)"}]}"#)
      }
    }
  }

  @Test func guideNamesEveryWordAndKey() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/PathMonitoring.docc/Scenarios.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let keys = ScenarioKeys.link + ScenarioKeys.step + SimulatedVerb.allCases.flatMap(\.keys.known)
    for word in SimulatedVerb.allCases.map(\.rawValue) + keys {
      #expect(text.contains("`\(word)`"), "\(word)")
    }
  }
}
