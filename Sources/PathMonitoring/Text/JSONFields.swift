/// The members of an object, of which only known ones may be there.
package struct JSONFields {
  private let members: [String: JSONValue]
  private let offset: Int
  private let what: String

  /// The members of `value`, which is called `what` in messages.
  package init(_ value: JSONValue, _ what: String, keys: [String]) throws(TextError) {
    guard case .object(let members) = value.content else {
      throw TextError(value.offset, "\(what) should be an object in { }, not \(value.kind)")
    }
    for member in members where !keys.contains(member.key) {
      let hint = Suggestion.text(for: member.key, among: keys)
      throw TextError(member.offset, "\(what) has no key \"\(member.key)\"\(hint)")
    }
    self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    self.what = what
    offset = value.offset
  }

  /// Where the value of a key begins; where the object does if there is none.
  package func offset(of key: String) -> Int { members[key]?.offset ?? offset }

  /// What `read` makes of a member; nil if it is not there.
  package func optional<Result>(
    _ key: String, _ read: (JSONValue) throws(TextError) -> Result
  ) throws(TextError) -> Result? {
    guard let value = members[key] else { return nil }
    do {
      return try read(value)
    } catch {
      // What is wrong deeper within says itself where it is.
      throw error.offset == value.offset ? TextError(error.offset, "\"\(key)\" \(error.reason)") : error
    }
  }

  /// What `read` makes of a member, which must be there.
  package func required<Result>(
    _ key: String, _ read: (JSONValue) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    guard let result = try optional(key, read) else {
      throw TextError(offset, "\(what) needs the key \"\(key)\"")
    }
    return result
  }
}

extension JSONValue {
  /// What the value is, in words.
  var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number, .decimal: "a number"
    case .string: "text"
    case .array: "a list in [ ]"
    case .object: "an object in { }"
    }
  }

  package static func readString(_ value: JSONValue) throws(TextError) -> String {
    guard case .string(let text) = value.content else {
      throw TextError(value.offset, "should be text in double quotes, not \(value.kind)")
    }
    return text
  }

  package static func readBool(_ value: JSONValue) throws(TextError) -> Bool {
    guard case .bool(let bool) = value.content else {
      throw TextError(value.offset, "should be true or false, not \(value.kind)")
    }
    return bool
  }

  /// Reads a whole number of a range.
  package static func readNumber(
    _ range: ClosedRange<Int>
  ) -> (JSONValue) throws(TextError) -> Int {
    { value throws(TextError) in
      guard case .number(let number) = value.content, range.contains(number) else {
        throw TextError(
          value.offset, "should be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// Reads a list, each element by `read`.
  package static func readArray<Element>(
    limit: Int, _ read: @escaping (JSONValue) throws(TextError) -> Element
  ) -> (JSONValue) throws(TextError) -> [Element] {
    { value throws(TextError) in
      guard case .array(let values) = value.content else {
        throw TextError(value.offset, "should be a list in [ ], not \(value.kind)")
      }
      guard values.count <= limit else {
        throw TextError(value.offset, "has \(values.count) elements; \(limit) are allowed")
      }
      var elements: [Element] = []
      for value in values { elements.append(try read(value)) }
      return elements
    }
  }

  package static func readDuration(_ value: JSONValue) throws(TextError) -> Duration {
    let text = try readString(value)
    guard let duration = DurationText.parse(text) else {
      throw TextError(value.offset, "\"\(text)\" is no span of time; write \(DurationText.help)")
    }
    return duration
  }

  /// Reads one of some words.
  package static func readWord<Word>(_ table: NameTable<Word>) -> (JSONValue) throws(TextError) -> Word {
    { value throws(TextError) in
      let text = try readString(value)
      guard let word = table.value(text) else {
        throw TextError(
          value.offset, "cannot be \"\(text)\"\(Suggestion.text(for: text, among: table.names))")
      }
      return word
    }
  }
}
