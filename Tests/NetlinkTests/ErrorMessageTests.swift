import Netlink
import Testing

/// NLMSG_ERROR (2) and NLMSG_DONE (3).
@Suite struct ErrorMessageTests {
  private let capped: UInt16 = 0x100
  private let attributes: UInt16 = 0x200

  private func code(_ value: Int32) -> [UInt8] { Wire.u32(UInt32(bitPattern: value)) }

  /// The request that a refusal repeats: a header that states `length`, and a payload.
  private func echo(length: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
    Wire.message(26, flags: 1, sequence: 5, length: length, payload)
  }

  private let text = Wire.attribute(1, Array("Unknown device type\0".utf8))
  private let offset = Wire.attribute(2, Wire.u32(36))

  @Test("a plain refusal, from before there were reasons")
  func plain() throws {
    let end = try decode(Wire.message(2, code(-101) + echo(length: 16))).end
    #expect(end?.errno == .networkUnreachable)
    #expect(end?.text == nil)
    #expect(end?.requestOffset == nil)
  }

  @Test func acknowledgement() throws {
    let message = try decode(Wire.message(2, flags: capped, code(0) + echo(length: 28)))
    guard case .error(let end) = message else {
      Issue.record("not NLMSG_ERROR")
      return
    }
    #expect(end.errno == nil)
  }

  @Test("the request is capped to its header, whatever length that states")
  func cappedWithReason() throws {
    let payload = code(-95) + echo(length: 4000) + text + offset
    let end = try decode(Wire.message(2, flags: capped | attributes, payload)).end
    #expect(end?.errno == Errno(rawValue: 95))
    #expect(end?.text == "Unknown device type")
    #expect(end?.requestOffset == 36)
  }

  @Test("the whole request is repeated before the reason", arguments: 0...5)
  func wholeWithReason(_ size: Int) throws {
    let request = Wire.padded(echo(length: UInt32(16 + size), [UInt8](repeating: 0xFF, count: size)))
    let end = try decode(Wire.message(2, flags: attributes, code(-22) + request + text + offset)).end
    #expect(end?.errno == .invalidArgument)
    #expect(end?.text == "Unknown device type")
    #expect(end?.requestOffset == 36)
  }

  @Test(
    "the request that is repeated lies about its length",
    arguments: [53, 1000, 0x7FFF_FFFF, .max] as [UInt32])
  func lyingEcho(_ length: UInt32) {
    // Behind the code are 52 bytes: the header, the text's 24 and the offset's 8 make 48, and 4 more.
    let payload = code(-22) + echo(length: length) + text + offset + [0, 0, 0, 0]
    #expect(
      decodeError(Wire.message(2, flags: attributes, payload))
        == NetlinkDecodeError(offset: 20, reason: .badLength(stated: Int(length), left: 52)))
  }

  @Test("a repeated length below a header counts as one", arguments: [0, 1, 15] as [UInt32])
  func shortEcho(_ length: UInt32) throws {
    let end = try decode(Wire.message(2, flags: attributes, code(-22) + echo(length: length) + text)).end
    #expect(end?.text == "Unknown device type")
  }

  @Test("attributes are announced, but nothing is there")
  func nothingBehind() {
    #expect(
      decodeError(Wire.message(2, flags: attributes, code(-22)))
        == NetlinkDecodeError(offset: 20, reason: .tooShort(needed: 4, left: 0)))
  }

  @Test("without a code", arguments: 0...3)
  func noCode(_ size: Int) {
    #expect(
      decodeError(Wire.message(2, [UInt8](repeating: 0, count: size)))
        == NetlinkDecodeError(offset: 16, reason: .tooShort(needed: 4, left: size)))
  }

  @Test("the lowest code has no positive counterpart")
  func lowestCode() throws {
    #expect(try decode(Wire.message(2, code(.min) + echo(length: 16))).end?.errno == Errno(rawValue: .max))
  }

  @Test("the end of a dump: good, without a code, failed, failed with a reason")
  func done() throws {
    func end(flags: UInt16 = 2, _ payload: [UInt8]) throws -> ErrorMessage? {
      guard case .done(let end) = try decode(Wire.message(3, flags: flags, payload)) else { return nil }
      return end
    }
    #expect(try #require(try end(code(0))).errno == nil)
    #expect(try #require(try end([])).errno == nil)
    #expect(try end(code(-19))?.errno == Errno(rawValue: 19))
    // The end repeats no request: its attributes follow the code.
    let reasoned = try end(flags: 2 | attributes, code(-22) + text + offset)
    #expect(reasoned?.errno == .invalidArgument)
    #expect(reasoned?.text == "Unknown device type")
    #expect(reasoned?.requestOffset == 36)
  }

  @Test("attributes that are not announced are not read")
  func unannounced() throws {
    let end = try decode(Wire.message(3, flags: 2, code(-22) + text)).end
    #expect(end?.text == nil)
  }

  @Test("the other types of control")
  func control() throws {
    #expect(try decode(Wire.message(1)) == .other(.noOperation))
    #expect(try decode(Wire.message(4)) == .overrun)
    #expect(try decode(Wire.message(80, [2, 0, 0, 0])) == .setting(SettingMessage(family: 2)))
    #expect(try decode(Wire.message(81, [2, 0, 0, 0])) == .setting(SettingMessage(family: 2)))
    #expect(try decode(Wire.message(28)) == .other(MessageType(rawValue: 28)))
  }
}
