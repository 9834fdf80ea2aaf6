import Netlink
import Testing

/// Recorded messages, cut and with false lengths: they are read or refused, never trapped on.
///
/// The first fault ends a test: one that is wrong is so in thousands of places.
@Suite struct DamageTests {
  @Test("the messages that damage is done to are many and whole")
  func corpus() {
    #expect(DamageCorpus.layouts.count > 150)
    #expect(DamageCorpus.shapes.count > 50)
    #expect(DamageCorpus.shapes.count < DamageCorpus.layouts.count)
    #expect(DamageCorpus.layouts.allSatisfy { Outcome($0) == .read(messages: 1) })
    let legs = DamageCorpus.layouts.flatMap(LengthSite.all).filter { $0.headerSize == 8 }
    #expect(legs.count >= 2)
  }

  @Test("cut at every byte, with the length that it had")
  func cut() throws {
    for message in DamageCorpus.layouts {
      for count in 0..<message.count {
        let expected: Outcome =
          switch count {
          case 0: .read(messages: 0)
          case 1..<16: .failed(.init(offset: 0, reason: .tooShort(needed: 16, left: count)))
          default: .failed(.init(offset: 0, reason: .badLength(stated: message.count, left: count)))
          }
        let outcome = Outcome(message, count: count)
        if outcome != expected { throw Unsound(outcome: outcome, expected: expected, message, count) }
      }
    }
  }

  @Test("cut at every byte, with the length that is left")
  func cutWithLength() throws {
    for var message in DamageCorpus.shapes {
      let sites = LengthSite.all(in: message)
      let opened = Set(sites.map(\.offset))
      for count in 16..<message.count {
        message.replaceSubrange(0..<4, with: Wire.u32(UInt32(count)))
        let outcome = Outcome(message, count: count)
        if !outcome.isSound(count: count) { throw Unsound(outcome: outcome, message, count) }
        // Within the header of an attribute that the reader looks at, nothing can be read.
        if (1...3).contains(where: { opened.contains(count - $0) }), case .read = outcome {
          throw Unsound(outcome: outcome, message, count)
        }
      }
    }
  }

  @Test("every length of an attribute or a leg set to what it cannot be, or need not be")
  func lengths() throws {
    for original in DamageCorpus.layouts {
      for site in LengthSite.all(in: original) {
        let right = Wire.u16(original, at: site.offset)
        for value in [0, 1, 3, 4, 7, 8, right - 1, right + 1, site.left, site.left + 1, 0x7FFF, 0xFFFF] {
          var message = original
          message.replaceSubrange(site.offset..<site.offset + 2, with: Wire.u16(UInt16(value)))
          let isPossible = value >= site.headerSize && value <= site.left
          try check(
            message, offset: site.offset, isPossible ? nil : .badLength(stated: value, left: site.left))
        }
      }
    }
  }

  @Test("the message's own length set to what it cannot be, or need not be")
  func messageLength() throws {
    for original in DamageCorpus.layouts {
      let right = original.count
      for value in [0, 1, 3, 4, 15, 16, 17, right - 1, right + 1, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF] {
        var message = original
        message.replaceSubrange(0..<4, with: Wire.u32(UInt32(value)))
        let isPossible = value >= 16 && value <= right
        try check(message, offset: 0, isPossible ? nil : .badLength(stated: value, left: right))
      }
    }
  }

  /// Expects `reason` at `offset`, or, if there is no reason that it must be refused, any sound outcome.
  private func check(_ message: [UInt8], offset: Int, _ reason: NetlinkDecodeError.Reason?) throws {
    let outcome = Outcome(message)
    guard let reason else {
      if !outcome.isSound(count: message.count) { throw Unsound(outcome: outcome, message, message.count) }
      return
    }
    let expected = Outcome.failed(NetlinkDecodeError(offset: offset, reason: reason))
    if outcome != expected { throw Unsound(outcome: outcome, expected: expected, message, message.count) }
  }
}
