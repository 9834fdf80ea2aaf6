import Testing

@testable import Netlink

/// The frames of messages in a datagram.
@Suite struct MessageCursorTests {
  /// What walking `bytes` yields: the payloads, and the error that ends it.
  private func walk(_ bytes: [UInt8]) -> (messages: [RawMessage], error: NetlinkDecodeError?) {
    var cursor = MessageCursor()
    var messages: [RawMessage] = []
    var error: NetlinkDecodeError?
    // One round more than there can be messages: the end has to be found, after an error too.
    for _ in 0...bytes.count / 16 + 1 {
      do throws(NetlinkDecodeError) {
        guard let message = try cursor.next(in: bytes.span) else { return (messages, error) }
        messages.append(message)
      } catch let thrown {
        #expect(error == nil)
        error = thrown
      }
    }
    Issue.record("does not end")
    return (messages, error)
  }

  @Test func emptyDatagram() {
    let (messages, error) = walk([])
    #expect(messages.isEmpty)
    #expect(error == nil)
  }

  @Test func header() {
    let (messages, error) = walk(
      Wire.message(0x1234, flags: 0x5678, sequence: 0x9ABC_DEF0, port: 0x1020_3040, [1, 2]))
    #expect(error == nil)
    #expect(
      messages == [
        RawMessage(
          header: MessageHeader(
            length: 18, type: MessageType(rawValue: 0x1234), flags: MessageFlags(rawValue: 0x5678),
            sequence: 0x9ABC_DEF0, port: 0x1020_3040),
          payload: 16..<18)
      ])
  }

  @Test("several, of which each begins at a multiple of four")
  func several() {
    for size in 0...5 {
      let first = Wire.padded(Wire.message(16, [UInt8](repeating: 7, count: size)))
      let (messages, error) = walk(first + Wire.message(20, [1]) + [0, 0, 0])
      #expect(error == nil)
      #expect(messages.map(\.payload) == [16..<16 + size, first.count + 16..<first.count + 17])
    }
  }

  @Test("the last needs no padding")
  func unpadded() {
    let (messages, error) = walk(Wire.message(16, [1, 2, 3]))
    #expect(messages.map(\.payload) == [16..<19])
    #expect(error == nil)
  }

  @Test("fewer bytes than a header, alone or behind a message", arguments: 1...15)
  func trailing(_ count: Int) {
    let rest = [UInt8](repeating: 0, count: count)
    let (none, alone) = walk(rest)
    #expect(none.isEmpty)
    #expect(alone == NetlinkDecodeError(offset: 0, reason: .tooShort(needed: 16, left: count)))
    let (one, behind) = walk(Wire.message(16, [1, 2, 3, 4]) + rest)
    #expect(one.count == 1)
    #expect(behind == NetlinkDecodeError(offset: 20, reason: .tooShort(needed: 16, left: count)))
  }

  @Test(
    "a length below the header or beyond the end",
    arguments: [0, 1, 3, 4, 15, 21, 0xFFFF, 0x7FFF_FFFF, .max] as [UInt32])
  func badLength(_ length: UInt32) {
    let bad = Wire.message(16, length: length, [1, 2, 3, 4])
    let reason = NetlinkDecodeError.Reason.badLength(stated: Int(length), left: 20)
    let (messages, error) = walk(bad)
    #expect(messages.isEmpty)
    #expect(error == NetlinkDecodeError(offset: 0, reason: reason))
    let (one, behind) = walk(Wire.message(3) + bad)
    #expect(one.count == 1)
    #expect(behind == NetlinkDecodeError(offset: 16, reason: reason))
  }

  @Test("nothing behind the damage is believed")
  func afterDamage() {
    let (messages, error) = walk(Wire.message(16, length: 4) + Wire.message(16))
    #expect(messages.isEmpty)
    #expect(error?.offset == 0)
  }

  @Test(arguments: [(0, 0), (1, 4), (3, 4), (4, 4), (5, 8), (16, 16), (65_535, 65_536)])
  func alignment(_ length: Int, _ aligned: Int) { #expect(netlinkAligned(length) == aligned) }
}
