/// JSON, read or to be written; members keep their order. Foundation would triple the tool's size.
package struct JSONValue: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package var key: String
    /// Where the key begins in the text, in bytes.
    package var offset: Int
    package var value: JSONValue
  }

  /// What a value is.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    /// A number with a fraction or an exponent, or too large for an integer.
    case decimal(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  package var content: Content
  /// Where the value begins in the text that it was read from, in bytes; 0 if it was not read.
  package var offset = 0

  package init(_ content: Content, offset: Int = 0) {
    self.content = content
    self.offset = offset
  }

  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }
  package static func number(_ value: Int) -> JSONValue { JSONValue(.number(value)) }
  package static func string(_ value: String) -> JSONValue { JSONValue(.string(value)) }
  package static func array(_ values: [JSONValue]) -> JSONValue { JSONValue(.array(values)) }
  package static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { Member(key: $0.0, offset: 0, value: $0.1) }))
  }

  /// The text in one line (RFC 8259).
  package var text: String {
    switch content {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let number): String(number)
    // JSON has no word for what is no finite number.
    case .decimal(let number): number.isFinite ? number.description : "null"
    case .string(let string): Self.quoted(string)
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  /// The text for people: each member on a line, and each element of a member's array.
  package var textByLine: String {
    guard case .object(let members) = content, !members.isEmpty else { return text }
    let lines = members.map { member in
      guard case .array(let values) = member.value.content, !values.isEmpty else {
        return "  \(Self.quoted(member.key)): \(member.value.text)"
      }
      let elements = values.map { "    \($0.text)" }.joined(separator: ",\n")
      return "  \(Self.quoted(member.key)): [\n\(elements)\n  ]"
    }
    return "{\n\(lines.joined(separator: ",\n"))\n}"
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case ..<" ":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
