internal import CLinuxHeaders
internal import Glibc

/// A socket of NETLINK_ROUTE that owns its descriptor. For one thread at a time.
package struct NetlinkSocket: ~Copyable {
  /// What a read brought.
  package enum Reception: Hashable, Sendable {
    /// A datagram of the kernel's fills the first `count` bytes of the buffer.
    case datagram(count: Int)
    /// Nothing is there.
    case wouldBlock
    /// ENOBUFS: messages were lost. Those queued before follow, and the socket goes on.
    case overrun
    /// The datagram was larger than the buffer; its end is lost.
    case truncated
    /// Something else than the kernel sent it. Anybody with CAP_NET_ADMIN may.
    case foreign
  }

  /// What reading several datagrams at once brought.
  package enum Gathering: Hashable, Sendable {
    /// So many slots of the batch are filled; fewer than it has if the queue was seen empty.
    case datagrams(Int)
    /// ENOBUFS, as in `Reception`.
    case overrun
  }

  /// For `poll`; stays owned by the socket.
  package let descriptor: CInt
  /// The port that the kernel gave; replies name it.
  package let port: UInt32
  private let identity: FileIdentity?
  private let tap: (any NetlinkTap)?

  /// Opens a socket with a port of the kernel's choice: the process id, which many take, is one socket's only.
  /// A tap hears all that passes.
  package init(tap: (any NetlinkTap)? = nil) throws(SystemError) {
    let descriptor = socket(
      AF_NETLINK, Int32(SOCK_RAW.rawValue) | SOCK_CLOEXEC_ | SOCK_NONBLOCK_, NETLINK_ROUTE)
    guard descriptor >= 0 else { throw SystemError("socket(AF_NETLINK, NETLINK_ROUTE)") }
    do {
      port = try Self.bound(descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    identity = FileIdentity(of: descriptor)
    self.tap = tap
    // Both are comforts of newer kernels: reasons in refusals (4.12), and strict checking, without which
    // filters of dumps are ignored (4.20).
    set(NETLINK_EXT_ACK, 1)
    set(NETLINK_GET_STRICT_CHK, 1)
  }

  deinit {
    if isOpen { Glibc.close(descriptor) }
  }

  /// Whether the descriptor is still this socket's: nobody else in the process has closed it.
  package var isOpen: Bool { FileIdentity(of: descriptor) == identity }

  /// Joins a multicast group. A kernel that lacks the group refuses, which is no fault of ours.
  package borrowing func join(_ group: NetlinkGroup) throws(SystemError) {
    guard set(NETLINK_ADD_MEMBERSHIP, group.rawValue) else {
      throw SystemError("setsockopt(NETLINK_ADD_MEMBERSHIP, \(group))")
    }
  }

  /// Asks for a receive buffer of `bytes`, beyond the system's limit where that is allowed.
  ///
  /// Never NETLINK_NO_ENOBUFS: it would hide losses.
  package borrowing func setReceiveBuffer(_ bytes: Int32) {
    var bytes = bytes
    let size = socklen_t(MemoryLayout<Int32>.size)
    if unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, size) != 0 {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, size)
    }
  }

  /// Lets the kernel queue only the messages that a program passes, from now on and in place of the last program; an
  /// empty one passes all. False if the kernel refused; what was in force stays so.
  package borrowing func setFilter(_ program: [FilterInstruction]) -> Bool {
    if program.isEmpty {
      var none: Int32 = 0
      let size = socklen_t(MemoryLayout<Int32>.size)
      let isDetached = unsafe setsockopt(descriptor, SOL_SOCKET, SO_DETACH_FILTER, &none, size) == 0
      // There was none.
      return isDetached || Errno.current == .noEntry
    }
    var instructions = program.map { instruction in
      sock_filter(
        code: instruction.code, jt: instruction.skipIfTrue, jf: instruction.skipIfFalse,
        k: instruction.operand)
    }
    return unsafe instructions.withUnsafeMutableBufferPointer { buffer in
      var whole = unsafe sock_fprog(len: UInt16(clamping: buffer.count), filter: buffer.baseAddress)
      let size = unsafe socklen_t(MemoryLayout<sock_fprog>.size)
      return unsafe setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &whole, size) == 0
    }
  }

  /// Sends requests to the kernel.
  package borrowing func send(_ requests: borrowing RequestBuilder) throws(SystemError) {
    try unsafe send(requests.words.span.bytes)
    tap?.sent(requests.bytes.span)
  }

  /// Sends requests to the kernel.
  package borrowing func send(_ bytes: [UInt8]) throws(SystemError) {
    try unsafe send(bytes.span.bytes)
    tap?.sent(bytes.span)
  }

  private borrowing func send(_ bytes: borrowing RawSpan) throws(SystemError) {
    // A stranger's socket would send them to its peer.
    guard isOpen else { throw SystemError("send to netlink", .badDescriptor) }
    while true {
      let sent = unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, 0) }
      if sent >= 0 { return }
      guard Errno.current == .interrupted else { throw SystemError("send to netlink") }
    }
  }

  /// Reads one datagram without waiting.
  package borrowing func receive(into buffer: inout [UInt8]) throws(SystemError) -> Reception {
    while true {
      var sender = sockaddr_nl()
      var vector = unsafe iovec()
      var header = unsafe msghdr()
      let (count, flags, length) = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe withUnsafeMutablePointer(to: &sender) { sender in
          unsafe withUnsafeMutablePointer(to: &vector) { vector in
            unsafe vector.pointee = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            unsafe header.msg_name = UnsafeMutableRawPointer(sender)
            unsafe header.msg_namelen = socklen_t(MemoryLayout<sockaddr_nl>.size)
            unsafe header.msg_iov = vector
            unsafe header.msg_iovlen = 1
            let count = unsafe recvmsg(descriptor, &header, 0)
            return unsafe (count, header.msg_flags, header.msg_namelen)
          }
        }
      }
      guard count >= 0 else {
        switch Errno.current {
        case .interrupted: continue
        case .wouldBlock: return .wouldBlock
        case .noBufferSpace: return .overrun
        case let errno: throw SystemError("recvmsg from netlink", errno)
        }
      }
      // The address of the sender, not nlmsg_pid, which the kernel sets to the port of whoever caused it.
      guard length == socklen_t(MemoryLayout<sockaddr_nl>.size), sender.nl_pid == 0 else { return .foreign }
      if flags & Int32(MSG_TRUNC) != 0 { return .truncated }
      tap?.received(buffer.span.extracting(0..<count))
      return .datagram(count: count)
    }
  }

  /// Reads as many datagrams as the batch has room for, without waiting.
  package borrowing func receive(into batch: inout DatagramBatch) throws(SystemError) -> Gathering {
    while true {
      let count = batch.fill(from: descriptor)
      guard count >= 0 else {
        switch Errno.current {
        case .interrupted: continue
        case .wouldBlock: return .datagrams(0)
        case .noBufferSpace: return .overrun
        case let errno: throw SystemError("recvmmsg from netlink", errno)
        }
      }
      if let tap {
        for slot in 0..<count {
          guard case .datagram(let size) = batch.reception(slot) else { continue }
          let start = batch.offset(slot)
          tap.received(batch.bytes.span.extracting(start..<start + size))
        }
      }
      return .datagrams(count)
    }
  }

  @discardableResult
  private borrowing func set(_ option: Int32, _ value: UInt32) -> Bool {
    var value = value
    return unsafe setsockopt(
      descriptor, SOL_NETLINK, option, &value, socklen_t(MemoryLayout<UInt32>.size)) == 0
  }

  private static func bound(_ descriptor: CInt) throws(SystemError) -> UInt32 {
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0
      }
    }
    guard isBound else { throw SystemError("bind(AF_NETLINK)") }
    let isNamed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isNamed else { throw SystemError("getsockname(AF_NETLINK)") }
    return address.nl_pid
  }
}

// Macros of the headers that Swift does not import.
private let SOCK_CLOEXEC_ = Int32(SOCK_CLOEXEC.rawValue)
private let SOCK_NONBLOCK_ = Int32(SOCK_NONBLOCK.rawValue)
private let SOL_NETLINK: Int32 = 270
