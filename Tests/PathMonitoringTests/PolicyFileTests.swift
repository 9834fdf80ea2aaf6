import Foundation
import TestSupport
import Testing

@testable import PathMonitoring

/// Policy files: what is read, what is refused and where, and that the schema says the same.
@Suite struct PolicyFileTests {
  @Test func fileIsRead() throws {
    let policy = try PathPolicy(
      json: """
        {"$schema": "policy.schema.json", "about": "a", "rules": [
          {"match": {"name": "usb0"}, "note": "the phone", "type": "cellular"},
          {"match": {"type": "CELLULAR", "name": "wwan*"}, "expensive": false, "constrained": true},
          {"match": {"type": "other"}, "prohibited": true}
        ]}
        """)
    #expect(
      policy.rules == [
        .init(name: "usb0", interfaceType: .cellular),
        .init(name: "wwan*", ofType: .cellular, isExpensive: false, isConstrained: true),
        .init(ofType: .other, isProhibited: true),
      ])
    #expect(try PathPolicy(json: #"{"rules": []}"#) == .none)
  }

  @Test(
    "what is wrong is said with line and column",
    arguments: [
      ("", "1:1: "), ("[]", "1:1: a policy should be an object in { }, not a list in [ ]"),
      ("{}", #"1:1: a policy needs the key "rules""#),
      (#"{"rule": []}"#, #"1:2: a policy has no key "rule"; did you mean "rules"?"#),
      (#"{"rules": {}}"#, #"1:11: "rules" should be a list in [ ], not an object in { }"#),
      (#"{"rules": [7]}"#, "1:12: a rule should be an object in { }, not a number"),
      (#"{"rules": [{"type": "wifi"}]}"#, #"1:12: a rule needs the key "match""#),
      (
        #"{"rules": [{"match": {"name": "a"}}]}"#, "1:12: a rule says nothing; give it one of type, expensive"
      ),
      (#"{"rules": [{"match": {}, "type": "wifi"}]}"#, #"1:22: "match" needs a "name" or a "type"; "#),
      (
        #"{"rules": [{"match": {"type": "wiif"}, "expensive": true}]}"#,
        #"1:31: "type" cannot be "wiif"; did you mean "wifi""#
      ),
      (
        #"{"rules": [{"match": {"name": "a"}, "expensive": 1}]}"#,
        #"1:50: "expensive" should be true or false, not a number"#
      ),
      (
        #"{"rules": [{"match": {"name": "a"}, "metered": true}]}"#,
        #"1:37: a rule has no key "metered"; it is one of match"#
      ),
      (#"{"rules": [], "rules": []}"#, "1:15: "),
    ])
  func errors(_ text: String, _ start: String) {
    #expect { try PathPolicy(json: text, name: "p") } throws: {
      "\($0)".hasPrefix("p:\(start)")
    }
  }

  @Test(
    "a pattern that no name can match is refused",
    arguments: ["", "a b", "a/b", "eth0:1", "a\\n", "\\u0000", String(repeating: "a", count: 128)])
  func patterns(_ pattern: String) {
    #expect {
      try PathPolicy(json: #"{"rules": [{"match": {"name": "\#(pattern)"}, "expensive": true}]}"#)
    } throws: { "\($0)".hasPrefix("policy:1:31: \"name\" should be the name of an interface") }
  }

  @Test func manyRulesAreTooMany() {
    func policy(_ count: Int) -> String {
      let rules = Array(repeating: #"{"match": {"name": "a"}, "expensive": true}"#, count: count)
      return #"{"rules": [\#(rules.joined(separator: ","))]}"#
    }
    #expect(throws: Never.self) { try PathPolicy(json: policy(PolicyReader.ruleLimit)) }
    #expect { try PathPolicy(json: policy(PolicyReader.ruleLimit + 1)) } throws: {
      "\($0)".hasPrefix("policy:1:11: \"rules\" has 1001 elements; 1000 are allowed")
    }
  }

  @Test func sizeOfAFileIsBounded() throws {
    let start = #"{"rules": []}"#
    let largest = start + String(repeating: " ", count: 1 << 20 - start.utf8.count)
    #expect(throws: Never.self) { try PathPolicy(json: largest) }
    #expect { try PathPolicy(json: largest + " ") } throws: {
      "\($0)".hasPrefix("policy: the policy is larger than 1 MiB; say it in fewer rules")
    }
    // One without an end is not read to its end.
    #expect { try PathPolicy(contentsOf: "/dev/zero") } throws: { "\($0)".contains("larger than 1 MiB") }
  }

  /// Cut anywhere and damaged anywhere, a file is read or refused.
  @Test func damagedFilesAreRefused() throws {
    let text = Array(#"{"rules": [{"match": {"name": "wwan*", "type": "wifi"}, "type": "other"}]}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: TextFileError.self) { try PathPolicy(Array(text[..<length]), "p") }
    }
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(TextFileError) {
        _ = try PathPolicy(damaged, "p").effect(
          on: NetworkInterface(name: "wwan0", index: 1, type: .wifi))
      } catch {
        #expect(error.line != nil && !error.reason.isEmpty)
      }
    }
  }

  @Test func schemaSaysTheSame() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/policy.schema.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    func keys(_ object: [String: Any]?) throws -> [String] {
      #expect(object?["additionalProperties"] as? Bool == false)
      return try #require(object?["properties"] as? [String: Any]).keys.sorted()
    }
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    #expect(try keys(schema) == PolicyReader.policyKeys.sorted())
    #expect(try keys(definitions["rule"]) == PolicyReader.ruleKeys.sorted())
    #expect(try keys(definitions["match"]) == PolicyReader.matchKeys.sorted())
    #expect(definitions["type"]?["enum"] as? [String] == InterfaceTypeName.all.names)
  }
}
