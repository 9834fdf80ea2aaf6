/// A length of an attribute or a route's leg that the reader has to look at.
struct LengthSite {
  /// Of the two bytes, at which the attribute or leg begins too.
  var offset: Int
  /// The bytes from there to the end of what it lies in.
  var left: Int
  /// The least length that makes sense.
  var headerSize: Int

  /// All sites of a message, from the front; none in a message that has no attributes.
  ///
  /// Those within attributes that the reader does not open are payload to it, and left out.
  static func all(in message: [UInt8]) -> [LengthSite] {
    let type = Wire.u16(message, at: 4)
    let sizes = [16: 16, 17: 16, 20: 8, 21: 8, 24: 12, 25: 12, 32: 12, 33: 12]
    guard let size = sizes[type] else { return [] }
    return attributes(16 + size..<message.count, in: message) { inner, range in
      switch (type, inner) {
      case (16...17, 18): attributes(range, in: message)
      case (24...25, 9): legs(range, in: message)
      default: []
      }
    }
  }

  private static func attributes(
    _ range: Range<Int>, in message: [UInt8], nested: (Int, Range<Int>) -> [LengthSite] = { _, _ in [] }
  ) -> [LengthSite] {
    walk(range, in: message, headerSize: 4) { offset, length in
      nested(Wire.u16(message, at: offset + 2) & 0x3FFF, offset + 4..<offset + length)
    }
  }

  private static func legs(_ range: Range<Int>, in message: [UInt8]) -> [LengthSite] {
    walk(range, in: message, headerSize: 8) { attributes($0 + 8..<$0 + $1, in: message) }
  }

  private static func walk(
    _ range: Range<Int>, in message: [UInt8], headerSize: Int, _ inside: (Int, Int) -> [LengthSite]
  ) -> [LengthSite] {
    var sites: [LengthSite] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = Wire.u16(message, at: offset)
      sites.append(LengthSite(offset: offset, left: range.upperBound - offset, headerSize: headerSize))
      sites += inside(offset, length)
      offset += (length + 3) / 4 * 4
    }
    return sites
  }
}
