import Testing

@testable import Netlink

/// The frames of attributes, and their values.
@Suite struct AttributeCursorTests {
  private func walk(
    _ bytes: [UInt8], _ range: Range<Int>? = nil
  ) -> (attributes: [Attribute], error: NetlinkDecodeError?) {
    var cursor = AttributeCursor(range ?? 0..<bytes.count)
    var attributes: [Attribute] = []
    var error: NetlinkDecodeError?
    for _ in 0...bytes.count / 4 + 1 {
      do throws(NetlinkDecodeError) {
        guard let attribute = try cursor.next(in: bytes.span) else { return (attributes, error) }
        attributes.append(attribute)
      } catch let thrown {
        #expect(error == nil)
        error = thrown
      }
    }
    Issue.record("does not end")
    return (attributes, error)
  }

  /// The first attribute of `bytes` as an integer.
  private func integer<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: T.Type, _ payload: [UInt8]
  ) throws -> T {
    let bytes = Wire.attribute(9, payload)
    var cursor = AttributeCursor(0..<bytes.count)
    let attribute = try #require(try cursor.next(in: bytes.span))
    return try attribute.integer(type, in: bytes.span)
  }

  @Test func none() {
    let (attributes, error) = walk([])
    #expect(attributes.isEmpty)
    #expect(error == nil)
  }

  @Test("several, of which each begins at a multiple of four", arguments: 0...5)
  func several(_ size: Int) {
    let first = Wire.attribute(3, [UInt8](repeating: 7, count: size))
    let (attributes, error) = walk(first + Wire.attribute(4))
    #expect(error == nil)
    #expect(
      attributes == [
        Attribute(type: 3, payload: 4..<4 + size),
        Attribute(type: 4, payload: first.count + 4..<first.count + 4),
      ])
  }

  @Test("the last needs no padding")
  func unpadded() {
    let (attributes, error) = walk(Wire.u16(5) + Wire.u16(3) + [1])
    #expect(attributes == [Attribute(type: 3, payload: 4..<5)])
    #expect(error == nil)
  }

  @Test("only the range is read, wherever it lies")
  func range() {
    let bytes = [9, 9, 9, 9] + Wire.attribute(3, [1, 2, 3, 4]) + [9, 9, 9, 9]
    let (attributes, error) = walk(bytes, 4..<12)
    #expect(attributes == [Attribute(type: 3, payload: 8..<12)])
    #expect(error == nil)
  }

  @Test(
    "the flags for nesting and byte order are no part of the type",
    arguments: [0x8000, 0x4000, 0xC000] as [UInt16])
  func flagBits(_ bits: UInt16) {
    let (attributes, _) = walk(Wire.attribute(18 | bits))
    #expect(attributes.map(\.type) == [18])
    let (highest, _) = walk(Wire.attribute(0x3FFF | bits))
    #expect(highest.map(\.type) == [0x3FFF])
  }

  @Test("a nested attribute with its flag is read as one without")
  func nestedFlag() throws {
    let kind = Wire.attribute(1, Array("veth".utf8))
    let fixed = [0, 0] + Wire.u16(1) + Wire.u32(2) + Wire.u32(0) + Wire.u32(0)
    for type in [18, 18 | 0x8000] as [UInt16] {
      #expect(try decode(Wire.message(16, fixed + Wire.attribute(type, kind))).link?.kind == "veth")
    }
  }

  @Test("fewer bytes than a header", arguments: 1...3)
  func trailing(_ count: Int) {
    let (attributes, error) = walk(Wire.attribute(3, [1]) + [UInt8](repeating: 0, count: count))
    #expect(attributes.count == 1)
    #expect(error == NetlinkDecodeError(offset: 8, reason: .tooShort(needed: 4, left: count)))
  }

  @Test("a length below the header or beyond the end", arguments: [0, 1, 2, 3, 9, 0xFFFF] as [UInt16])
  func badLength(_ length: UInt16) {
    let (attributes, error) = walk(Wire.attribute(3, [1]) + Wire.attribute(4, length: length, [1, 2, 3, 4]))
    #expect(attributes.count == 1)
    #expect(error == NetlinkDecodeError(offset: 8, reason: .badLength(stated: Int(length), left: 8)))
  }

  @Test func integers() throws {
    #expect(try integer(UInt8.self, [0xFE]) == 0xFE)
    #expect(try integer(UInt16.self, [1, 2]) == 0x0201)
    #expect(try integer(UInt32.self, [1, 2, 3, 4]) == 0x0403_0201)
    #expect(try integer(UInt64.self, [1, 2, 3, 4, 5, 6, 7, 8]) == 0x0807_0605_0403_0201)
  }

  @Test("a payload that is not the integer's size", arguments: [0, 1, 2, 3, 5, 8])
  func wrongSize(_ size: Int) {
    #expect(throws: NetlinkDecodeError(offset: 4, reason: .wrongAttributeSize(attribute: 9, size: size))) {
      try integer(UInt32.self, [UInt8](repeating: 0, count: size))
    }
  }

  @Test("a payload that is no address's size", arguments: [0, 3, 5, 15, 17])
  func wrongAddress(_ size: Int) {
    let fixed: [UInt8] = [2, 24, 0, 0] + Wire.u32(1)
    #expect(
      decodeError(Wire.message(20, fixed + Wire.attribute(1, [UInt8](repeating: 0, count: size))))
        == NetlinkDecodeError(offset: 28, reason: .wrongAttributeSize(attribute: 1, size: size)))
  }
}
