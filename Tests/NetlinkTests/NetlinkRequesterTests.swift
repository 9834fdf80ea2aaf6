import Netlink
import Testing

/// Questions and answers on the kernel that runs the tests, without any privilege.
@Suite struct NetlinkRequesterTests {
  private let somewhere = RawAddress(hex: "c6290004")
  private let loopback = RawAddress(hex: "7f000001")

  @Test func links() throws {
    var requester = try NetlinkRequester()
    var links: [LinkMessage] = []
    var restarts = 0
    _ = try requester.dumpLinks {
      restarts += 1
      links = []
    } _: {
      links.append($0)
    }
    // More than one, if others change the links of this machine meanwhile.
    #expect(restarts >= 1)
    #expect(links.contains { $0.index == 1 && $0.name == "lo" && $0.flags.contains(.loopback) })
    #expect(Set(links.map(\.index)).count == links.count)
  }

  @Test("one reply to each of many requests, in their order", arguments: [0, 1, 31, 32, 33, 70])
  func lookups(_ count: Int) throws {
    var requester = try NetlinkRequester()
    var indexes: [Int] = []
    var asked: [Int] = []
    try requester.exchange("RTM_GETROUTE", count: count) { builder, sequence, index in
      asked.append(index)
      // Whether there is a way to there depends on the machine; that an answer comes does not.
      builder.lookup(somewhere, outputIndex: 0, matching: index.isMultiple(of: 2), sequence: sequence)
    } each: { index, _ in
      indexes.append(index)
    }
    #expect(asked == Array(0..<count))
    #expect(indexes == Array(0..<count))
  }

  @Test("by a link that is not there")
  func unknownLink() throws {
    var requester = try NetlinkRequester()
    var replies: [NetlinkRequester.Reply] = []
    try requester.exchange("RTM_GETROUTE", count: 1) { builder, sequence, _ in
      builder.lookup(somewhere, outputIndex: .max, matching: false, sequence: sequence)
    } each: {
      replies.append($1)
    }
    // ENODEV
    #expect(replies == [.refused(Errno(rawValue: 19))])
  }

  @Test func unknownNextHop() throws {
    var requester = try NetlinkRequester()
    #expect(try requester.nextHop(0xFFFF_FFFE) == nil)
  }

  @Test("an answer that does not come ends the waiting, and not the requester")
  func timeout() throws {
    var requester = try NetlinkRequester(limit: .zero)
    var indexes: [Int] = []
    #expect(throws: NetlinkError.timedOut(request: "RTM_GETROUTE")) {
      try requester.exchange("RTM_GETROUTE", count: 2) { builder, sequence, index in
        // The second is never asked.
        if index == 0 { builder.lookup(somewhere, outputIndex: 0, matching: false, sequence: sequence) }
      } each: { index, _ in
        indexes.append(index)
      }
    }
    #expect(indexes == [0])
    #expect(try requester.nextHop(0xFFFF_FFFE) == nil)
  }

  @Test("replies to another number than asked are passed over")
  func strayReplies() throws {
    var requester = try NetlinkRequester()
    var replies: [Int: NetlinkRequester.Reply] = [:]
    var count = 0
    try requester.exchange("RTM_GETROUTE", count: 2) { builder, sequence, index in
      for stray in [sequence &- 2, sequence &+ 2] {
        builder.lookup(somewhere, outputIndex: .max, matching: false, sequence: stray)
      }
      builder.lookup(loopback, outputIndex: index == 0 ? .max : 1, matching: false, sequence: sequence)
    } each: { index, reply in
      replies[index] = reply
      count += 1
    }
    #expect(count == 2)
    #expect(replies[0] == .refused(Errno(rawValue: 19)))
    #expect(replies[1] != nil && replies[1] != .refused(Errno(rawValue: 19)))
  }
}
