import CLinuxHeaders
import Glibc
import Netlink
import Testing

/// The socket on the kernel that runs the tests, without any privilege.
@Suite struct NetlinkSocketTests {
  /// RTM_GETLINK (18) for the one link of index 1, which every namespace has.
  private let question = Wire.message(
    18, flags: 1, sequence: 7, [0, 0, 0, 0] + Wire.u32(1) + Wire.u32(0) + Wire.u32(0))

  @Test("each socket has a port of its own, also where another took the process's number")
  func ports() throws {
    // Where it cannot be had, another socket of this process has it, which is as good.
    let taken = try? RawNetlink(port: UInt32(getpid()))
    let first = try NetlinkSocket()
    let second = try NetlinkSocket()
    let ports = [first.port, second.port]
    #expect(!ports.contains(0))
    #expect(Set(ports).count == 2)
    let hasTaken = taken != nil
    if hasTaken { #expect(!ports.contains(UInt32(getpid()))) }
    _ = consume taken
  }

  @Test("it neither waits nor outlives an exec")
  func descriptorFlags() throws {
    let socket = try NetlinkSocket()
    #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func nothingIsThere() throws {
    let socket = try NetlinkSocket()
    var buffer = [UInt8](repeating: 0, count: 64)
    #expect(try socket.receive(into: &buffer) == .wouldBlock)
  }

  @Test("a question, an answer to the port and with the number of the question")
  func answer() throws {
    let socket = try NetlinkSocket()
    try socket.send(question)
    var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    guard case .datagram(let count) = try socket.receive(into: &buffer) else {
      Issue.record("no datagram")
      return
    }
    let datagram = Array(buffer.prefix(count))
    var cursor = MessageCursor()
    let message = try #require(try cursor.next(in: datagram.span))
    #expect(message.header.sequence == 7)
    #expect(message.header.port == socket.port)
    let link = try #require(try RouteNetlinkMessage(message, in: datagram.span).link)
    #expect(link.index == 1)
    #expect(link.name == "lo")
    #expect(link.flags.contains(.loopback))
    #expect(try socket.receive(into: &buffer) == .wouldBlock)
  }

  @Test("an answer that is larger than the buffer is told of, and gone", arguments: [0, 1, 16, 64])
  func truncated(_ size: Int) throws {
    let socket = try NetlinkSocket()
    try socket.send(question)
    var buffer = [UInt8](repeating: 0, count: size)
    #expect(try socket.receive(into: &buffer) == .truncated)
    #expect(try socket.receive(into: &buffer) == .wouldBlock)
  }

  @Test("the kernel says in words what it dislikes")
  func reason() throws {
    let socket = try NetlinkSocket()
    // RTM_GETADDR (22) as a dump, with a prefix length, which a strict kernel does not allow.
    try socket.send(Wire.message(22, flags: 0x301, sequence: 7, [0, 24, 0, 0] + Wire.u32(0)))
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .datagram(let count) = try socket.receive(into: &buffer) else {
      Issue.record("no datagram")
      return
    }
    let end = try #require(try decode(Array(buffer.prefix(count))).end)
    #expect(end.errno == .invalidArgument)
    #expect(end.text?.isEmpty == false)
  }

  @Test("all groups can be joined, and no others are")
  func groups() throws {
    let socket = try NetlinkSocket()
    for group in NetlinkGroup.allCases { try socket.join(group) }
    var words: [UInt32] = [0, 0, 0, 0]
    var size = socklen_t(words.count * 4)
    let status = unsafe getsockopt(socket.descriptor, 270, NETLINK_LIST_MEMBERSHIPS, &words, &size)
    #expect(status == 0)
    let joined = (0..<128 as Range<UInt32>).filter { bit in
      let word = words[Int(bit / 32)]
      return word >> (bit % 32) & 1 != 0
    }
    #expect(joined.map { $0 + 1 } == NetlinkGroup.allCases.map(\.rawValue))
  }

  @Test("the kernel doubles a buffer size that it grants")
  func receiveBuffer() throws {
    let socket = try NetlinkSocket()
    socket.setReceiveBuffer(32 * 1024)
    var bytes: Int32 = 0
    var size = socklen_t(4)
    let status = unsafe getsockopt(socket.descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, &size)
    #expect(status == 0)
    #expect(bytes == 64 * 1024)
  }
}
