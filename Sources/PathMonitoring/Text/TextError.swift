/// What is wrong with a text, and where.
package struct TextError: Error, Hashable {
  /// Where it is, in bytes from the beginning.
  package var offset: Int
  /// What is wrong and what to do.
  package var reason: String

  package init(_ offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The line and the column that an offset is at, both from 1; a column is a Unicode scalar.
  package static func place(_ offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
