import Testing

@testable import Netlink

/// Dumps of what changes while they are read.
///
/// The kernel fills the next part when one is read: what is changed between two reads interrupts the dump.
@Suite(.enabled(if: ThreadNetwork.isAvailable, "needs CAP_SYS_ADMIN and CAP_NET_ADMIN"))
struct DumpInterruptionTests {
  /// Addresses for about 120 KiB of dump: four parts of the largest size that the kernel makes.
  private static let count = 1500

  private func addAddresses(_ hand: borrowing RawNetlink) throws {
    for number in 0..<Self.count { try hand.addAddress(number) }
  }

  @Test("the kernel tells in the parts that follow the change")
  func flag() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try addAddresses(hand)
      let socket = try NetlinkSocket()
      var builder = RequestBuilder()
      builder.dumpAddresses(sequence: 7)
      try socket.send(builder.bytes)
      var buffer = [UInt8](repeating: 0, count: 4096)
      var isInterrupted: [Bool] = []
      reading: while true {
        guard case .datagram(let count) = try socket.receive(into: &buffer) else {
          Issue.record("the dump does not end")
          return
        }
        if isInterrupted.isEmpty { try hand.addAddress(Self.count) }
        let datagram = buffer.span.extracting(0..<count)
        var cursor = MessageCursor()
        while let message = try cursor.next(in: datagram) {
          if message.header.type == .done { break reading }
          isInterrupted.append(message.header.flags.contains(.dumpInterrupted))
        }
      }
      #expect(isInterrupted.first == false)
      #expect(isInterrupted.contains(true))
    }
  }

  @Test("undisturbed, one reading is enough")
  func undisturbed() throws {
    try ThreadNetwork.new {
      try addAddresses(try RawNetlink())
      var requester = try NetlinkRequester()
      var restarts = 0
      var addresses: Set<RawAddress> = []
      _ = try requester.dumpAddresses {
        restarts += 1
      } _: { address in
        if let local = address.local { addresses.insert(local) }
      }
      #expect(restarts == 1)
      #expect(addresses.count == Self.count)
    }
  }

  @Test("an interrupted dump is read anew, from the first")
  func repeated() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try addAddresses(hand)
      var requester = try NetlinkRequester()
      var restarts = 0
      var addresses: [RawAddress] = []
      var failure: (any Error)?
      _ = try requester.dumpAddresses {
        restarts += 1
        addresses = []
      } _: { address in
        if restarts == 1, addresses.isEmpty {
          do { try hand.addAddress(Self.count) } catch { failure = error }
        }
        if let local = address.local { addresses.append(local) }
      }
      if let failure { throw failure }
      #expect(restarts == 2)
      #expect(addresses.count == Self.count + 1)
      #expect(Set(addresses).count == addresses.count)
    }
  }

  @Test("a dump that is interrupted each time is given as it is, and the requester goes on")
  func neverWhole() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try addAddresses(hand)
      var requester = try NetlinkRequester()
      var restarts = 0
      var changed = 0
      var failure: (any Error)?
      let isWhole = try requester.dumpAddresses {
        restarts += 1
      } _: { _ in
        // Once in each reading, at its first address.
        guard changed < restarts else { return }
        do { try hand.addAddress(Self.count + changed) } catch { failure = error }
        changed += 1
      }
      #expect(!isWhole)
      if let failure { throw failure }
      #expect(restarts == NetlinkRequester.dumpAttempts)
      var found = 0
      _ = try requester.dumpAddresses {
        found = 0
      } _: { _ in
        found += 1
      }
      #expect(found == Self.count + changed)
    }
  }

  @Test("a dump that is given up half-way does not stand in the way of the next")
  func halfWay() throws {
    try ThreadNetwork.new {
      let hand = try RawNetlink()
      try addAddresses(hand)
      let taken = try HiddenSocket.ports()
      var requester = try NetlinkRequester(limit: .zero)
      let socket = try #require(try HiddenSocket(besides: taken))
      var strays = RequestBuilder()
      for _ in 0..<8 { strays.nextHop(1, sequence: 0) }
      var count = 0
      #expect(throws: NetlinkError.overrun(request: "RTM_GETADDR")) {
        try requester.dumpAddresses {
          count = 0
        } _: { _ in
          count += 1
          guard count == 1 else { return }
          // Replies for which there is no room between the parts.
          socket.setReceiveBuffer(1)
          socket.send(strays.bytes)
          socket.setReceiveBuffer(1 << 18)
        }
      }
      #expect((1..<Self.count).contains(count))
      _ = try requester.dumpAddresses {
        count = 0
      } _: { _ in
        count += 1
      }
      #expect(count == Self.count)
    }
  }
}
