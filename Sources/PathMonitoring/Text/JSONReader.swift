/// Reads JSON as RFC 8259 has it, and nothing beside: no comments, no comma at an end, no key twice.
package struct JSONReader {
  /// How deep values may stand in one another.
  package static let depthLimit = 64

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value that `bytes` are the text of.
  package static func value(_ bytes: [UInt8]) throws(TextError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw TextError(0, "the text begins with a byte order mark; save it as UTF-8 without one")
    }
    if let offset = invalidOffset(bytes) {
      throw TextError(offset, "the text is no UTF-8 here; save it as UTF-8")
    }
    var reader = JSONReader(bytes)
    let value = try reader.readValue()
    reader.skipSpace()
    if reader.place < bytes.count {
      throw TextError(reader.place, "there is more after the end of the value; remove it")
    }
    return value
  }

  private static func invalidOffset(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var (decoder, iterator, offset) = (UTF8(), bytes.makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return offset
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func readValue() throws(TextError) -> JSONValue {
    skipSpace()
    let start = place
    let content: JSONValue.Content
    switch next {
    case UInt8(ascii: "{"):
      content = .object(try nested { reader throws(TextError) in try reader.readMembers() })
    case UInt8(ascii: "["):
      content = .array(try nested { reader throws(TextError) in try reader.readElements() })
    case UInt8(ascii: "\""): content = .string(try readString())
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): content = try readNumber()
    case nil: throw TextError(start, "the text ends where a value should be; is the end missing?")
    default: content = try readWord()
    }
    return JSONValue(content, offset: start)
  }

  private mutating func nested<Result>(
    _ body: (inout JSONReader) throws(TextError) -> Result
  ) throws(TextError) -> Result {
    guard depth < Self.depthLimit else {
      throw TextError(place, "more than \(Self.depthLimit) values stand in one another; flatten them")
    }
    depth += 1
    place += 1
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func readElements() throws(TextError) -> [JSONValue] {
    skipSpace()
    if take("]") { return [] }
    var values: [JSONValue] = []
    while true {
      values.append(try readValue())
      skipSpace()
      if take("]") { return values }
      guard take(",") else { throw TextError(place, "a comma or a ] is missing here") }
    }
  }

  private mutating func readMembers() throws(TextError) -> [JSONValue.Member] {
    skipSpace()
    if take("}") { return [] }
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else {
        throw TextError(start, habit ?? "a key in double quotes should be here; is there a comma too many?")
      }
      let key = try readString()
      guard keys.insert(key).inserted else {
        throw TextError(start, "the key \"\(key)\" is there twice; remove one")
      }
      skipSpace()
      guard take(":") else { throw TextError(place, "a colon is missing after the key \"\(key)\"") }
      members.append(JSONValue.Member(key: key, offset: start, value: try readValue()))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw TextError(place, "a comma or a } is missing here") }
    }
  }

  private mutating func readWord() throws(TextError) -> JSONValue.Content {
    let words: [(String, JSONValue.Content)] = [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)),
    ]
    for (word, content) in words where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return content
    }
    throw TextError(
      place, habit ?? "a value should be here: \"text\", a number, true, false, null, { or [")
  }

  /// What is wrong here, if it is what people write who know JSON's relatives.
  private var habit: String? {
    switch next {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments; remove it"
    case UInt8(ascii: "'"): "text stands in double quotes, not in single ones"
    case UInt8(ascii: "]"): "a value should be here; is there a comma too many?"
    default: nil
    }
  }
}

extension JSONReader {
  private mutating func readNumber() throws(TextError) -> JSONValue.Content {
    let start = place
    _ = take("-")
    let whole = digits()
    guard let first = whole.first else { throw TextError(start, "a number needs a digit after the minus") }
    if first == UInt8(ascii: "0"), whole.count > 1 {
      throw TextError(start, "a number has no zero in front; remove it")
    }
    var isInteger = true
    if take(".") {
      isInteger = false
      if digits().isEmpty { throw TextError(start, "a number needs a digit after the point") }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      if digits().isEmpty { throw TextError(start, "a number needs a digit in its exponent") }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger, let number = Int(text) { return .number(number) }
    guard let number = Double(text), number.isFinite else {
      throw TextError(start, "the number is out of range; give a smaller one")
    }
    return .decimal(number)
  }

  private mutating func digits() -> ArraySlice<UInt8> {
    let start = place
    while let byte = next, Self.isDigit(byte) { place += 1 }
    return bytes[start..<place]
  }

  private mutating func readString() throws(TextError) -> String {
    let start = place
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try readEscape()).utf8
      case ..<0x20:
        throw TextError(
          place, "a control character must be written as an escape, such as \\n; is a quote missing?")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw TextError(start, "the text that begins here has no closing quote")
  }

  private mutating func readEscape() throws(TextError) -> Unicode.Scalar {
    let start = place
    place += 1
    let letter = next
    place += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw TextError(start, "there is no such escape; a backslash itself is written \\\\")
    }
    let unit = try readUnit(start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Beyond the basic plane a character is two units (section 7).
    guard unit < 0xDC00, take("\\"), take("u") else {
      throw TextError(start, "half of a surrogate pair stands alone; write both")
    }
    let low = try readUnit(start)
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    else { throw TextError(start, "half of a surrogate pair stands alone; write both") }
    return scalar
  }

  private mutating func readUnit(_ start: Int) throws(TextError) -> UInt32 {
    let hex = bytes[min(place, bytes.count)...].prefix(4)
    guard hex.count == 4, hex.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: hex, as: UTF8.self), radix: 16)
    else { throw TextError(start, "\\u needs four hexadecimal digits after it") }
    place += 4
    return unit
  }
}
