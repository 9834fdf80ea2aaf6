internal import Glibc
internal import Netlink

/// `struct sockaddr_in` or `sockaddr_in6` (ip(7), ipv6(7)), as bytes.
struct SocketAddress {
  private var bytes: [UInt8]

  /// HTTPS: the port that policies of multipath routing and filters treat as what it stands for.
  private static let port: [UInt8] = [1, 187]

  /// The bytes that an address of the family takes.
  static func size(_ family: AddressFamily) -> Int {
    family == .ipv4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
  }

  /// Where the address stands in it.
  private static func place(_ family: AddressFamily) -> Int { family == .ipv4 ? 4 : 8 }

  init(_ address: RawAddress) {
    let family = UInt16(address.family.rawValue)
    bytes = unsafe withUnsafeBytes(of: family) { unsafe Array($0) } + Self.port
    bytes += [UInt8](repeating: 0, count: Self.place(address.family) - bytes.count) + address.bytes
    bytes += [UInt8](repeating: 0, count: Self.size(address.family) - bytes.count)
  }

  /// What the system wrote; nil if it is too short.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= MemoryLayout<sa_family_t>.size else { return nil }
    self.bytes = bytes
  }

  /// The socket's own address; nil if it has none of the family.
  init?(ownOf descriptor: CInt, _ family: AddressFamily) {
    var bytes = [UInt8](repeating: 0, count: Self.size(family))
    var length = socklen_t(bytes.count)
    let isTold = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length) == 0
    }
    guard isTold else { return nil }
    self.bytes = bytes
  }

  /// The address in it; nil if it is of neither family.
  var address: RawAddress? {
    guard let number = try? bytes.span.integer(UInt16.self, at: 0, before: bytes.count),
      let family = UInt8(exactly: number).flatMap(AddressFamily.init(rawValue:))
    else { return nil }
    let start = Self.place(family)
    return RawAddress(start..<start + family.size, in: bytes.span)
  }

  /// Connects a socket; whether that was possible.
  func connect(_ descriptor: CInt) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { start in
        unsafe Glibc.connect(
          descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
      } ?? false
    }
  }

  /// Undoes a connection, and the choice of source and port that came with it (connect(2), AF_UNSPEC).
  static func disconnect(_ descriptor: CInt) {
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    _ = unsafe Glibc.connect(descriptor, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
  }
}
