import Netlink
import Testing

/// The socket among events, losses and forgeries: in namespaces of their own.
@Suite(.enabled(if: ThreadNetwork.isAvailable, "needs CAP_SYS_ADMIN and CAP_NET_ADMIN"))
struct NetlinkSocketNamespaceTests {
  /// RTM_DELLINK (17) of the loopback device.
  private let forgery = Wire.message(
    17, sequence: 1, [0, 0] + Wire.u16(1) + Wire.u32(1) + Wire.u32(0) + Wire.u32(.max))

  /// All that is there, up to the first `wouldBlock`; a datagram counts as its size.
  private func drain(_ socket: borrowing NetlinkSocket, _ buffer: inout [UInt8]) throws -> [NetlinkSocket
    .Reception]
  {
    var all: [NetlinkSocket.Reception] = []
    while true {
      let reception = try socket.receive(into: &buffer)
      if reception == .wouldBlock { return all }
      all.append(reception)
    }
  }

  @Test("what another socket sends to the port is not the kernel's")
  func forged() throws {
    try ThreadNetwork.new {
      let socket = try NetlinkSocket()
      let forger = try RawNetlink()
      var buffer = [UInt8](repeating: 0, count: 32 * 1024)
      try forger.send(forgery, toPort: socket.port)
      #expect(try drain(socket, &buffer) == [.foreign])
      // Larger than the buffer, it is nobody's loss.
      var small = [UInt8](repeating: 0, count: 8)
      try forger.send(forgery, toPort: socket.port)
      #expect(try drain(socket, &small) == [.foreign])
    }
  }

  @Test("what another socket sends to the group is not the kernel's; what the kernel sends then is")
  func forgedToGroup() throws {
    try ThreadNetwork.new {
      let socket = try NetlinkSocket()
      try socket.join(.link)
      let forger = try RawNetlink()
      var buffer = [UInt8](repeating: 0, count: 32 * 1024)
      try forger.send(forgery, groups: 1)
      #expect(try drain(socket, &buffer) == [.foreign])
      // Its request is the cause of a true event, which carries its port in the header.
      try forger.setLoopback(up: true)
      let events = try drain(socket, &buffer)
      #expect(!events.isEmpty)
      #expect(!events.contains(.foreign))
    }
  }

  @Test("events come to those who joined the group only")
  func groups() throws {
    try ThreadNetwork.new {
      let links = try NetlinkSocket()
      try links.join(.link)
      let addresses = try NetlinkSocket()
      try addresses.join(.ipv4Address)
      var buffer = [UInt8](repeating: 0, count: 32 * 1024)
      let hand = try RawNetlink()
      try hand.addAddress(1)
      #expect(try drain(links, &buffer) == [])
      guard case .datagram(let count) = try addresses.receive(into: &buffer) else {
        Issue.record("no event")
        return
      }
      let expected = AddressMessage(
        linkIndex: 1, prefixLength: 32, flags: AddressFlags(rawValue: 0x80),
        local: RawAddress(hex: "0a000001"))
      #expect(try decode(Array(buffer.prefix(count))) == .newAddress(expected))
    }
  }

  @Test("a full buffer is told of once, what fitted into it follows, and the socket goes on")
  func overrun() throws {
    try ThreadNetwork.new {
      let socket = try NetlinkSocket()
      // The least that the kernel grants: the first event fits, the second does not.
      socket.setReceiveBuffer(1)
      try socket.join(.link)
      let hand = try RawNetlink()
      for _ in 0..<8 {
        try hand.setLoopback(up: true)
        try hand.setLoopback(up: false)
      }
      var buffer = [UInt8](repeating: 0, count: 32 * 1024)
      let receptions = try drain(socket, &buffer)
      #expect(receptions.first == .overrun)
      #expect(receptions.dropFirst().contains { if case .datagram = $0 { true } else { false } })
      #expect(receptions.filter { $0 == .overrun }.count == 1)

      socket.setReceiveBuffer(1 << 20)
      try hand.setLoopback(up: true)
      let after = try drain(socket, &buffer)
      #expect(!after.isEmpty)
      #expect(!after.contains(.overrun))
    }
  }
}
