import PathMonitoring

/// A text that should be JSON.
enum JSONTarget {
  static func check(_ bytes: [UInt8]) throws {
    let value: JSONValue
    do throws(TextError) { value = try JSONReader.value(bytes) } catch {
      try Finding.unless((0...bytes.count).contains(error.offset), "a fault at \(error.offset)")
      let place = TextError.place(error.offset, in: bytes)
      try Finding.unless(place.line > 0 && place.column > 0, "a fault at \(place)")
      return
    }
    let text = value.text
    try Finding.unless(!text.contains("\n"), "more than a line: \(text)")
    for written in [text, value.textByLine] {
      let again = try? JSONReader.value(Array(written.utf8))
      try Finding.unless(again?.text == text, "\(written) is read as \(again?.text ?? "nothing")")
    }
  }
}
