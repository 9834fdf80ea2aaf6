import Netlink
import Testing

/// Reads with bounds, and text of the kernel's.
@Suite struct SpanReadingTests {
  private let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

  private func integer<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: T.Type, at offset: Int, before end: Int
  ) throws(NetlinkDecodeError) -> T {
    try bytes.span.integer(type, at: offset, before: end)
  }

  @Test func integers() throws {
    #expect(try integer(UInt8.self, at: 7, before: 8) == 8)
    #expect(try integer(UInt16.self, at: 1, before: 8) == 0x0302)
    #expect(try integer(UInt32.self, at: 4, before: 8) == 0x0807_0605)
    #expect(try integer(UInt64.self, at: 0, before: 8) == 0x0807_0605_0403_0201)
    // An end beyond the bytes counts as theirs.
    #expect(try integer(UInt32.self, at: 4, before: .max) == 0x0807_0605)
  }

  @Test(
    "beyond the end, wherever that is",
    arguments: [(5, 8), (4, 7), (8, 8), (0, 3), (0, 0), (6, 100), (.max, .max), (9, 4)])
  func beyond(_ offset: Int, _ end: Int) {
    let left = max(0, min(end, 8) - offset)
    #expect(throws: NetlinkDecodeError(offset: offset, reason: .tooShort(needed: 4, left: left))) {
      try integer(UInt32.self, at: offset, before: end)
    }
  }

  @Test("before the start")
  func before() {
    #expect(throws: NetlinkDecodeError.self) { try integer(UInt32.self, at: -1, before: 8) }
    #expect(throws: NetlinkDecodeError.self) { try integer(UInt8.self, at: 0, before: -1) }
  }

  private func text(_ bytes: [UInt8], in range: Range<Int>? = nil) -> String {
    bytes.span.text(in: range ?? 0..<bytes.count)
  }

  @Test func names() {
    #expect(text(Array("wlan0\0".utf8)) == "wlan0")
    #expect(text(Array("wlan0".utf8)) == "wlan0")
    #expect(text(Array("wlan0\0rest\0".utf8)) == "wlan0")
    #expect(text([]) == "")
    #expect(text([0]) == "")
    // Longer than the inline form of String.
    #expect(text(Array("a name of more than fifteen bytes\0".utf8)) == "a name of more than fifteen bytes")
    #expect(text(Array("ülan0\0".utf8)) == "ülan0")
  }

  @Test("bytes that are no UTF-8, as a name may have")
  func notText() { #expect(text([0x65, 0xFF, 0x30, 0]) == "e\u{FFFD}0") }

  @Test("a range beyond the bytes ends with them")
  func clamped() {
    #expect(text(Array("eth0".utf8), in: 1..<100) == "th0")
    #expect(text(Array("eth0".utf8), in: 50..<100) == "")
  }
}
