/// Rows and columns of a file of /proc/net, which is what the kernel, or another that plays its part, wrote:
/// every row may be cut short or make no sense.
struct ProcTable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Calls `body` with each row that ends with the line. A last row without an end may be half of one.
  func forEachRow(_ body: (Row) -> Void) {
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      body(Row(bytes[start..<end]))
      start = end + 1
    }
  }

  /// The columns of a row, from the first on.
  struct Row {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
      rest = bytes
    }

    /// The next column; nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
      rest = rest.drop { Self.isBlank($0) }
      guard !rest.isEmpty else { return nil }
      let column = rest.prefix { !Self.isBlank($0) }
      rest = rest[column.endIndex...]
      return column
    }

    /// The next column as a number.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type, radix: Number = 10) -> Number? {
      guard let column = next() else { return nil }
      var value: Number = 0
      for byte in column {
        guard let digit = Self.digit(byte), digit < radix else { return nil }
        let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(Number(digit))
        guard !isTooLarge, !isStillTooLarge else { return nil }
        value = sum
      }
      return value
    }

    /// The next column as text.
    mutating func text() -> String? {
      next().map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }
}
