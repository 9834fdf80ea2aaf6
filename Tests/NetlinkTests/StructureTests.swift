import CLinuxHeaders
import Testing

@testable import Netlink

/// Messages that are filled in through the C structures of the kernel's headers: offsets are the compiler's, not ours.
@Suite struct StructureTests {
  /// A message as C lays it out.
  private func message<T: BitwiseCopyable>(_ type: Int, _ body: T) -> [UInt8] {
    let size = MemoryLayout<nlmsghdr>.size + MemoryLayout<T>.size
    let header = nlmsghdr(
      nlmsg_len: UInt32(size), nlmsg_type: UInt16(type), nlmsg_flags: 0, nlmsg_seq: 0, nlmsg_pid: 0)
    return Wire.bytes(of: header) + Wire.bytes(of: body)
  }

  @Test func header() throws {
    let bytes = Wire.bytes(
      of: nlmsghdr(nlmsg_len: 16, nlmsg_type: 3, nlmsg_flags: 0x10, nlmsg_seq: 77, nlmsg_pid: 88))
    var cursor = MessageCursor()
    let header = try #require(try cursor.next(in: bytes.span)).header
    #expect(header == MessageHeader(length: 16, type: .done, flags: .dumpInterrupted, sequence: 77, port: 88))
  }

  @Test func link() throws {
    var body = ifinfomsg()
    body.ifi_family = 7
    body.ifi_type = 772
    body.ifi_index = 3
    body.ifi_flags = 0x10043
    body.ifi_change = 0xFFFF_FFFF
    #expect(
      try decode(message(RTM_NEWLINK, body))
        == .newLink(
          LinkMessage(
            index: 3, hardwareType: 772, flags: [.up, .running, .lowerUp, .init(rawValue: 2)], family: 7)))
  }

  @Test func address() throws {
    var body = ifaddrmsg()
    body.ifa_family = 2
    body.ifa_prefixlen = 24
    body.ifa_flags = 0x40
    body.ifa_scope = 254
    body.ifa_index = 3
    #expect(
      try decode(message(RTM_DELADDR, body))
        == .deletedAddress(AddressMessage(linkIndex: 3, prefixLength: 24, flags: .tentative, local: nil)))
  }

  @Test func route() throws {
    var body = rtmsg()
    body.rtm_family = 10
    body.rtm_dst_len = 64
    body.rtm_src_len = 48
    body.rtm_tos = 1
    body.rtm_table = 253
    body.rtm_protocol = 2
    body.rtm_scope = 3
    body.rtm_type = 7
    body.rtm_flags = 0x200
    var expected = RouteMessage(family: .ipv6, prefixLength: 64, table: 253, kind: .unreachable)
    expected.sourceLength = 48
    expected.flags = .cloned
    #expect(try decode(message(RTM_NEWROUTE, body)) == .newRoute(expected))
  }

  @Test func rule() throws {
    var body = fib_rule_hdr()
    body.family = 2
    body.dst_len = 8
    body.src_len = 16
    body.tos = 1
    body.table = 252
    body.action = 6
    body.flags = 2
    let rule = try #require(try decode(message(RTM_NEWRULE, body)).rule)
    #expect(rule.family == 2)
    #expect(rule.destinationLength == 8)
    #expect(rule.sourceLength == 16)
    #expect(rule.table == 252)
    #expect(rule.action == .blackhole)
    #expect(rule.flags == .inverted)
  }

  @Test func nextHop() throws {
    var body = nhmsg()
    body.nh_family = 2
    body.nh_scope = 1
    body.nh_protocol = 4
    body.nh_flags = 0x10
    #expect(try decode(message(RTM_NEWNEXTHOP, body)).nextHop?.flags == .linkDown)
  }

  @Test func error() throws {
    var body = nlmsgerr()
    body.error = -13
    #expect(try decode(message(Int(NLMSG_ERROR), body)).end?.errno == .accessDenied)
  }

  @Test func leg() throws {
    var leg = rtnexthop()
    leg.rtnh_len = 8
    leg.rtnh_flags = 1
    leg.rtnh_hops = 4
    leg.rtnh_ifindex = 5
    var body = rtmsg()
    body.rtm_family = 2
    var bytes = message(RTM_NEWROUTE, body) + Wire.attribute(9, Wire.bytes(of: leg))
    bytes[0] = UInt8(bytes.count)
    #expect(try decode(bytes).route?.legs == [RouteLeg(outputIndex: 5, flags: .dead)])
  }

  @Test func cacheInfo() throws {
    var info = rta_cacheinfo()
    info.rta_lastuse = 1
    info.rta_expires = -9
    info.rta_error = 2
    var body = rtmsg()
    body.rtm_family = 10
    var bytes = message(RTM_NEWROUTE, body) + Wire.attribute(12, Wire.bytes(of: info))
    bytes[0] = UInt8(bytes.count)
    #expect(try decode(bytes).route?.expires == -9)
  }
}
