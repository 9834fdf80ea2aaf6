import Netlink
import Testing

/// Next hops, which the recordings have none of.
@Suite struct NextHopTests {
  /// RTM_NEWNEXTHOP (104) with a `struct nhmsg`.
  private func message(type: UInt16 = 104, flags: UInt32 = 0, _ attributes: [UInt8]...) -> [UInt8] {
    Wire.message(type, [2, 0, 0, 0] + Wire.u32(flags) + attributes.flatMap { $0 })
  }

  @Test func one() throws {
    let hop = try decode(
      message(
        flags: 0x11, Wire.attribute(1, Wire.u32(7)), Wire.attribute(5, Wire.u32(3)),
        Wire.attribute(6, [192, 0, 2, 1]))
    ).nextHop
    #expect(hop?.id == 7)
    #expect(hop?.flags == [.dead, .linkDown])
    #expect(hop?.outputIndex == 3)
    #expect(hop?.gateway == RawAddress(hex: "c0000201"))
    #expect(hop?.isBlackhole == false)
    #expect(hop?.members == [])
  }

  @Test("a group has members with weights, of which the numbers count")
  func group() throws {
    let members = Wire.u32(7) + [0, 1, 2, 3] + Wire.u32(9) + [255, 255, 0, 0]
    let hop = try decode(message(Wire.attribute(1, Wire.u32(100)), Wire.attribute(2, members))).nextHop
    #expect(hop?.id == 100)
    #expect(hop?.members == [7, 9])
    #expect(hop?.outputIndex == nil)
  }

  @Test("a group of a size that is no multiple of eight")
  func oddGroup() {
    #expect(
      decodeError(message(Wire.attribute(2, Wire.u32(7))))
        == NetlinkDecodeError(offset: 28, reason: .wrongAttributeSize(attribute: 2, size: 4)))
  }

  @Test("a flag attribute has no payload")
  func blackhole() throws {
    #expect(try decode(message(Wire.attribute(4))).nextHop?.isBlackhole == true)
  }

  @Test func deleted() throws {
    guard case .deletedNextHop(let hop) = try decode(message(type: 105, Wire.attribute(1, Wire.u32(7))))
    else {
      Issue.record("not a deletion")
      return
    }
    #expect(hop.id == 7)
  }
}
