import Netlink
import Testing

/// What the recordings lack, put together by hand.
@Suite struct RouteBytesTests {
  /// RTM_NEWROUTE (24) with a `struct rtmsg` of table main, kind unicast.
  private func route(family: UInt8 = 2, length: UInt8 = 0, flags: UInt32 = 0, _ attributes: [UInt8]...)
    -> [UInt8]
  {
    Wire.message(
      24, [family, length, 0, 0, 254, 3, 0, 1] + Wire.u32(flags) + attributes.flatMap { $0 })
  }

  private let table = Wire.attribute(15, Wire.u32(254))
  private let gateway = Wire.attribute(5, [192, 0, 2, 1])
  private let output = Wire.attribute(4, Wire.u32(3))

  @Test("a default route is one with RTA_DST 0.0.0.0 or without RTA_DST")
  func defaultRoute() throws {
    let absent = try #require(try decode(route(table, gateway, output)).route)
    let present = try #require(
      try decode(route(table, Wire.attribute(1, [0, 0, 0, 0]), gateway, output)).route)
    var expected = RouteMessage(family: .ipv4, prefixLength: 0)
    expected.gateway = RawAddress(hex: "c0000201")
    expected.outputIndex = 3
    #expect(absent == expected)
    #expect(present.prefixLength == 0)
    #expect(present.gateway == absent.gateway)
    #expect(present.outputIndex == absent.outputIndex)
    #expect(present.table == absent.table)
    #expect(present.destination?.isUnspecified == true)
  }

  @Test("an IPv4 route by an IPv6 neighbour has RTA_VIA")
  func via() throws {
    let address = Wire.hex("fe80000000000000 0000000000000001")
    let message = try decode(route(output, Wire.attribute(18, Wire.u16(10) + address))).route
    #expect(message?.gateway == RawAddress(hex: "fe800000000000000000000000000001"))
    #expect(message?.family == AddressFamily.ipv4.rawValue)
  }

  @Test("RTA_VIA of a family that no path has is passed over; one of a wrong size is not")
  func oddVia() throws {
    let mpls = try decode(route(Wire.attribute(18, Wire.u16(28) + [1, 2, 3, 4]))).route
    #expect(mpls != nil)
    #expect(mpls?.gateway == nil)
    let short = route(Wire.attribute(18, Wire.u16(10) + [1, 2, 3]))
    #expect(
      decodeError(short)
        == NetlinkDecodeError(offset: 32, reason: .wrongAttributeSize(attribute: 18, size: 5)))
    let none = route(Wire.attribute(18, []))
    #expect(decodeError(none) == NetlinkDecodeError(offset: 32, reason: .tooShort(needed: 2, left: 0)))
  }

  /// `struct rtnexthop`: length, flags, weight, index, attributes.
  private func leg(_ index: UInt32, flags: UInt8 = 0, length: UInt16? = nil, _ attributes: [UInt8] = [])
    -> [UInt8]
  {
    Wire.u16(length ?? UInt16(8 + attributes.count)) + [flags, 0] + Wire.u32(index) + attributes
  }

  @Test("legs with RTA_GATEWAY, with RTA_VIA, dead, and without any")
  func legs() throws {
    let via = Wire.attribute(18, Wire.u16(10) + Wire.hex("fe80000000000000 0000000000000001"))
    let legs = leg(3, gateway) + leg(4, flags: 1, via) + leg(5, flags: 0x10)
    #expect(
      try decode(route(Wire.attribute(9, legs))).route?.legs == [
        RouteLeg(outputIndex: 3, gateway: RawAddress(hex: "c0000201")),
        RouteLeg(outputIndex: 4, flags: .dead, gateway: RawAddress(hex: "fe800000000000000000000000000001")),
        RouteLeg(outputIndex: 5, flags: .linkDown),
      ])
    #expect(try decode(route(Wire.attribute(9))).route?.legs == [])
  }

  @Test(
    "a leg's length below its header, or beyond the attribute",
    arguments: [0, 1, 3, 4, 7, 9, 0xFFFF] as [UInt16])
  func legLength(_ length: UInt16) {
    #expect(
      decodeError(route(Wire.attribute(9, leg(3, length: length))))
        == NetlinkDecodeError(offset: 32, reason: .badLength(stated: Int(length), left: 8)))
  }

  @Test("a next hop by number only")
  func nextHopID() throws {
    let message = try decode(route(table, Wire.attribute(30, Wire.u32(77)))).route
    #expect(message?.nextHopID == 77)
    #expect(message?.outputIndex == nil)
  }

  @Test(
    "what is left of a life: for ever, some, none",
    arguments: [(0, nil), (1, 1), (179_969, 179_969), (-5, -5)])
  func expiry(_ stated: Int32, _ expected: Int32?) throws {
    let info =
      Wire.u32(1) + Wire.u32(2) + Wire.u32(UInt32(bitPattern: stated)) + [UInt8](repeating: 9, count: 20)
    #expect(try decode(route(family: 10, Wire.attribute(12, info))).route?.expires == expected)
  }

  @Test("a life that is cut short")
  func shortExpiry() {
    #expect(
      decodeError(route(Wire.attribute(12, [UInt8](repeating: 0, count: 28))))
        == NetlinkDecodeError(offset: 32, reason: .wrongAttributeSize(attribute: 12, size: 28)))
  }

  @Test("without RTA_TABLE the header tells the table")
  func headerTable() throws {
    #expect(try decode(route(output)).route?.table == 254)
    #expect(try decode(route(Wire.attribute(15, Wire.u32(51820)))).route?.table == 51820)
  }

  @Test(
    "routes of multicast and MPLS are read no further than their header",
    arguments: [28, 128, 129] as [UInt8])
  func otherFamily(_ family: UInt8) throws {
    let message = try decode(route(family: family, length: 20, flags: 0x200, Wire.attribute(1, [1, 2, 3])))
      .route
    #expect(message?.family == family)
    #expect(message?.prefixLength == 20)
    #expect(message?.flags == .cloned)
    #expect(message?.destination == nil)
  }

  @Test("the preference that a router gives itself", arguments: [0, 1, 3] as [UInt8])
  func preference(_ preference: UInt8) throws {
    #expect(try decode(route(family: 10, Wire.attribute(20, [preference]))).route?.preference == preference)
  }
}
