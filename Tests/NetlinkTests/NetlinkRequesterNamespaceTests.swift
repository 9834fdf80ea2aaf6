import Netlink
import Testing

/// Questions whose answers a namespace of the test's own settles.
@Suite(.enabled(if: ThreadNetwork.isAvailable, "needs CAP_SYS_ADMIN and CAP_NET_ADMIN"))
struct NetlinkRequesterNamespaceTests {
  private func lookups(
    _ requester: inout NetlinkRequester, _ destinations: [RawAddress], matching: Bool = false,
    before: (_ sequence: UInt32) throws -> Void = { _ in }
  ) throws -> [NetlinkRequester.Reply] {
    var replies: [NetlinkRequester.Reply] = []
    var failure: (any Error)?
    try requester.exchange("RTM_GETROUTE", count: destinations.count) { builder, sequence, index in
      do { try before(sequence) } catch { failure = error }
      builder.lookup(destinations[index], outputIndex: 0, matching: matching, sequence: sequence)
    } each: {
      replies.append($1)
    }
    if let failure { throw failure }
    return replies
  }

  private func route(_ reply: NetlinkRequester.Reply?) -> RouteMessage? {
    if case .message(let message) = reply { message.route } else { nil }
  }

  private let somewhere = RawAddress(hex: "c6290004")

  @Test("no way, then one")
  func way() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      var requester = try NetlinkRequester()
      #expect(try lookups(&requester, [somewhere]) == [.refused(.networkUnreachable)])
      try hand.setLoopback(up: true)
      #expect(try lookups(&requester, [somewhere]) == [.refused(.networkUnreachable)])
      try hand.addRoute([198, 41, 0, 0])
      let way = try #require(route(try lookups(&requester, [somewhere]).first))
      #expect(way.outputIndex == 1)
      #expect(way.destination == somewhere)
      #expect(way.prefixLength == 32)
      #expect(way.flags.contains(.cloned))
      let entry = try #require(route(try lookups(&requester, [somewhere], matching: true).first))
      #expect(entry.outputIndex == 1)
      #expect(entry.destination == RawAddress(hex: "c6290000"))
      #expect(entry.prefixLength == 24)
    }
  }

  @Test("each reply is that to the request of its index")
  func order() throws {
    try ThreadNetwork.new {
      try RawNetlink().setLoopback(up: true)
      var requester = try NetlinkRequester()
      let destinations = (1...70).map { RawAddress(family: .ipv4, high: 0, low: 0x7F00_0000 + $0) }
      let replies = try lookups(&requester, destinations)
      #expect(replies.map { route($0)?.destination } == destinations)
    }
  }

  @Test func nextHop() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try hand.setLoopback(up: true)
      try hand.addBlackhole(77)
      var requester = try NetlinkRequester()
      let hop = try #require(try requester.nextHop(77))
      #expect(hop.id == 77)
      #expect(hop.isBlackhole)
      #expect(try requester.nextHop(78) == nil)
    }
  }

  @Test("a forged reply of the right number comes first, and is not believed")
  func forgedReply() throws {
    try ThreadNetwork.new {
      let forger = try RawNetlink()
      let taken = try HiddenSocket.ports()
      var requester = try NetlinkRequester()
      let port = try #require(try HiddenSocket(besides: taken)).port
      let replies = try lookups(&requester, [somewhere]) { sequence in
        // An acknowledgement, as the kernel would send it.
        try forger.send(
          Wire.message(2, sequence: sequence, port: port, Wire.u32(0) + Wire.message(26)), toPort: port)
      }
      #expect(replies == [.refused(.networkUnreachable)])
    }
  }

  @Test("a full buffer ends the exchange, and not the requester")
  func overrun() throws {
    try ThreadNetwork.new {
      let other = try RawNetlink()
      let taken = try HiddenSocket.ports()
      var requester = try NetlinkRequester(limit: .zero)
      let socket = try #require(try HiddenSocket(besides: taken))
      // The least that the kernel grants, which is too little for so many replies.
      socket.setReceiveBuffer(1)
      #expect(throws: NetlinkError.overrun(request: "RTM_GETROUTE")) {
        try lookups(&requester, [RawAddress](repeating: somewhere, count: 32))
      }
      // Were the replies that did fit still there, the kernel would take no other.
      #expect(try lookups(&requester, [somewhere]) == [.refused(.networkUnreachable)])
      _ = consume other
    }
  }

  @Test func addresses() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try hand.setLoopback(up: true)
      try hand.addAddress(1)
      var requester = try NetlinkRequester()
      var addresses: [AddressMessage] = []
      var restarts = 0
      _ = try requester.dumpAddresses {
        restarts += 1
      } _: {
        addresses.append($0)
      }
      #expect(restarts == 1)
      let ipv4 = addresses.filter { $0.local?.family == .ipv4 }
      #expect(ipv4.map(\.local) == [RawAddress(hex: "7f000001"), RawAddress(hex: "0a000001")])
      #expect(ipv4.map(\.prefixLength) == [8, 32])
      #expect(ipv4.allSatisfy { $0.linkIndex == 1 })
    }
  }
}
