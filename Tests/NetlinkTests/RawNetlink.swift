import CLinuxHeaders
import Glibc
import Netlink

/// A socket of NETLINK_ROUTE that shares no code with the one under test: to change a namespace's state, and to
/// send where only the kernel should.
struct RawNetlink: ~Copyable {
  private let descriptor: CInt

  /// Binds to `port`; 0 leaves the choice to the kernel.
  init(port: UInt32 = 0) throws(SystemError) {
    descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_ROUTE)
    guard descriptor >= 0 else { throw SystemError("socket") }
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_pid = port
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
      }
    }
    guard status == 0 else {
      let errno = Errno.current
      close(descriptor)
      throw SystemError("bind", errno)
    }
  }

  deinit { close(descriptor) }

  /// Sends to a socket, or to a group of them; port 0 is the kernel.
  borrowing func send(_ bytes: [UInt8], toPort port: UInt32 = 0, groups: UInt32 = 0) throws(SystemError) {
    var address = sockaddr_nl()
    address.nl_family = sa_family_t(AF_NETLINK)
    address.nl_pid = port
    address.nl_groups = groups
    let sent = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bytes.withUnsafeBytes {
          unsafe sendto(
            descriptor, $0.baseAddress, $0.count, 0, address, socklen_t(MemoryLayout<sockaddr_nl>.size))
        }
      }
    }
    guard sent == bytes.count else { throw SystemError("sendto") }
  }

  /// Has the kernel change something. When it returns, the change is made and its events are sent.
  borrowing func change(_ type: UInt16, flags: UInt16 = 0, _ payload: [UInt8]) throws(SystemError) {
    try send(Wire.message(type, flags: flags | UInt16(NLM_F_REQUEST | NLM_F_ACK), payload))
    var reply = [UInt8](repeating: 0, count: 4096)
    let count = unsafe reply.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    guard count >= 20, Wire.u16(reply, at: 4) == Int(NLMSG_ERROR) else {
      throw SystemError("recv of the reply")
    }
    // The code is a small negative number: of two's complement the lower half suffices.
    let code = Wire.u16(reply, at: 16)
    guard code == 0 else { throw SystemError("change \(type)", Errno(rawValue: Int32(0x1_0000 - code))) }
  }
}

extension RawNetlink {
  private static let create = UInt16(NLM_F_CREATE | NLM_F_EXCL)

  borrowing func setLoopback(up: Bool) throws(SystemError) {
    let flags = Wire.u32(up ? UInt32(IFF_UP) : 0)
    try change(UInt16(RTM_NEWLINK), [0, 0, 0, 0] + Wire.u32(1) + flags + Wire.u32(UInt32(IFF_UP)))
  }

  /// 10.x.y.z/32 on the loopback device, where x.y.z is `number`.
  borrowing func addAddress(_ number: Int) throws(SystemError) {
    let address = [10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
    try change(
      UInt16(RTM_NEWADDR), flags: Self.create,
      [2, 32, 0, 0] + Wire.u32(1) + Wire.attribute(2, address) + Wire.attribute(1, address))
  }

  /// A route to `destination`/24 by the loopback device.
  borrowing func addRoute(_ destination: [UInt8]) throws(SystemError) {
    try change(
      UInt16(RTM_NEWROUTE), flags: Self.create,
      [2, 24, 0, 0, 254, 4, 253, 1] + Wire.u32(0) + Wire.attribute(1, destination)
        + Wire.attribute(4, Wire.u32(1)))
  }

  /// A next hop that drops.
  borrowing func addBlackhole(_ id: UInt32) throws(SystemError) {
    try change(
      UInt16(RTM_NEWNEXTHOP), flags: Self.create,
      [2, 0, 4, 0] + Wire.u32(0) + Wire.attribute(1, Wire.u32(id)) + Wire.attribute(4))
  }
}
