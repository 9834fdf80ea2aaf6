import Glibc

/// Changes of IPv4 default routes, as many and as fast as the kernel takes them: no program is started for them,
/// and no answer is awaited.
package struct RouteStorm {
  /// Requests in one datagram.
  private static let batch = 200
  private static let (new, delete): (UInt16, UInt16) = (24, 25)

  private let link: UInt32
  private let gateway: [UInt8]

  /// Routes over the link of that index by a router.
  package init(link: Int, gateway: [UInt8] = [192, 0, 2, 9]) {
    self.link = UInt32(link)
    self.gateway = gateway
  }

  /// Makes `count` changes in the namespace of the calling thread, each of which takes the one before it back:
  /// a default route of the metric comes, and goes. None stays if the number is even.
  package func blow(_ count: Int, metric: UInt32 = 5) throws {
    let socket = try ForeignSocket()
    var left = count
    while left > 0 {
      var bytes: [UInt8] = []
      for number in 0..<min(left, Self.batch) {
        bytes += message(number.isMultiple(of: 2) ? Self.new : Self.delete, metric)
      }
      try socket.send(bytes, to: 0)
      left -= Self.batch
    }
  }

  private func message(_ type: UInt16, _ metric: UInt32) -> [UInt8] {
    // struct rtmsg: AF_INET, lengths, TOS; the main table, RTPROT_STATIC, universe, unicast; no flags.
    let body: [UInt8] =
      [2, 0, 0, 0, 254, 4, 0, 1, 0, 0, 0, 0] + attribute(4, bytes(link)) + attribute(5, gateway)
      + attribute(6, bytes(metric))
    // NLM_F_REQUEST, and to make one NLM_F_CREATE.
    let flags: UInt16 = type == Self.new ? 0x401 : 1
    return bytes(UInt32(16 + body.count)) + bytes(type) + bytes(flags) + bytes(UInt32(0)) + bytes(UInt32(0))
      + body
  }

  private func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    bytes(UInt16(4 + value.count)) + bytes(type) + value
  }

  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }
}
