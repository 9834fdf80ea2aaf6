import TestSupport
import Testing

@testable import PathMonitoring

/// JSON as RFC 8259 has it.
@Suite struct JSONReaderTests {
  private func value(_ text: String) throws(TextError) -> JSONValue { try JSONReader.value(Array(text.utf8)) }

  @Test(
    "what is JSON is read, and written again",
    arguments: [
      ("null", "null"), (" [ ] ", "[]"), ("{\t}\r\n", "{}"),
      ("[1,-0,-12,0.5,1e3,1E-2]", "[1,0,-12,0.5,1000.0,0.01]"),
      (#"{"a":{"b":[true,false,null]},"c":""}"#, #"{"a":{"b":[true,false,null]},"c":""}"#),
      (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00ü""#, "\"\\\"\\\\/\\u0008\\u000c\\n\\u000d\\té😀ü\""),
      ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9.223372036854776e+18"),
      (#"{"\u0061":1}"#, #"{"a":1}"#), ("\"\u{7F}\u{2028}\"", "\"\u{7F}\u{2028}\""),
    ])
  func reads(_ text: String, _ written: String) throws {
    #expect(try value(text).text == written)
  }

  @Test(
    "what is no JSON is refused, where it goes wrong",
    arguments: [
      ("", 0), ("  ", 2), ("nul", 0), ("True", 0), ("[1,]", 3), ("[1 2]", 3), ("{,}", 1), (#"{"a":1,}"#, 7),
      (#"{"a" 1}"#, 5), (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), ("{a:1}", 1), ("{'a':1}", 1),
      ("[1] 2", 4), ("01", 0), ("-", 0), ("+1", 0), (".5", 0), ("1.", 0), ("1e", 0), ("1e999", 0), ("NaN", 0),
      ("[", 1), ("{", 1), (#"{"a"#, 1), (#"["a\"#, 3), (#""\x""#, 1), (#""\u12G4""#, 1), (#""\u+123""#, 1),
      (#""\uD83D""#, 1), (#""\uD83Dx""#, 1), (#""\uDE00""#, 1), (#""\uD83D\uD83D""#, 1), ("\"a\nb\"", 2),
      ("// 1", 0), ("[1]\u{0}", 3), ("\u{FEFF}1", 0), ("\u{A0}1", 0), (#""\u12"#, 1),
    ])
  func refuses(_ text: String, _ offset: Int) {
    #expect { try value(text) } throws: { ($0 as? TextError)?.offset == offset }
  }

  @Test(
    "bytes that are no UTF-8 are refused where they stand",
    arguments: [
      ([0x22, 0xC3, 0x22], 1), ([0x22, 0xC3, 0xA9, 0xFF, 0x22], 3), ([0xFF, 0xFE, 0x31, 0x00], 0),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1),
    ] as [([UInt8], Int)])
  func encoding(_ bytes: [UInt8], _ offset: Int) {
    #expect { try JSONReader.value(bytes) } throws: { ($0 as? TextError)?.offset == offset }
  }

  @Test func depthIsLimited() throws {
    let (open, close) = (String(repeating: "[", count: 64), String(repeating: "]", count: 64))
    #expect(try value(open + close).text == open + close)
    #expect(throws: TextError.self) { try value("[" + open + close + "]") }
    #expect(throws: TextError.self) { try value(String(repeating: "[{\"a\":", count: 100_000)) }
  }

  @Test func valuesKnowWhereTheyStand() throws {
    guard case .object(let members) = try value(" {\"a\": 1,\n\"é\": [2]}").content else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.offset) == [2, 10] && members.map(\.value.offset) == [7, 16])
    let bytes = Array(" {\"a\": 1,\n\"é\": [2]}".utf8)
    #expect(TextError.place(16, in: bytes) == (2, 6) && TextError.place(0, in: bytes) == (1, 1))
  }

  @Test(
    "a word that is nearly right is suggested",
    arguments: [
      ("unplugg", "; did you mean \"unplug\"?"), ("tomorrow", "; it is one of plug, unplug, joinWiFi"),
      ("joinwifi", "; did you mean \"joinWiFi\"?"), ("plgu", "; did you mean \"plug\"?"),
      ("", "; it is one of plug, unplug, joinWiFi"),
    ])
  func suggestion(_ word: String, _ words: String) {
    #expect(Suggestion.text(for: word, among: ["plug", "unplug", "joinWiFi"]) == words)
  }
}
