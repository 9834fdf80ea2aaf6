internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Asks by ioctls (netdevice(7)) and by connecting sockets for datagrams (udp(7)), which sends nothing.
///
/// Two sockets of each family stay open: one for questions that are bound to a link, one for all others.
final class SocketSystem: PolledSystem {
  private final class Socket {
    let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
  }

  private var unbound: [AddressFamily: Socket] = [:]
  private var bound: [AddressFamily: Socket] = [:]

  func check() throws(SystemError) {
    if try anySocket() == nil { throw SystemError("socket(AF_INET and AF_INET6, SOCK_DGRAM)") }
  }

  // MARK: Links

  func link(_ name: String) throws(SystemError) -> PolledLink? {
    guard let socket = try anySocket() else { return PolledLink() }
    var link = PolledLink()
    switch Self.ask(SIOCGIFINDEX, name, socket) {
    case .success(let answer): link.index = answer.number
    case .failure(.noDevice): return nil
    case .failure: break
    }
    if case .success(let answer) = Self.ask(SIOCGIFFLAGS, name, socket) {
      link.flags = LinkFlags(rawValue: UInt32(answer.half))
    }
    if case .success(let answer) = Self.ask(SIOCGIFHWADDR, name, socket) {
      link.hardwareType = answer.half
      link.hardwareAddress = answer.tail
    }
    return link
  }

  func name(_ index: Int32) -> String? {
    guard let socket = try? anySocket() else { return nil }
    var request = InterfaceRequest("")
    request.number = index
    return request.isAnswered(SIOCGIFNAME, by: socket.descriptor.number) ? request.name : nil
  }

  func driver(_ name: String) -> String? {
    guard let socket = try? anySocket() else { return nil }
    var information = ethtool_drvinfo()
    information.cmd = UInt32(ETHTOOL_GDRVINFO)
    let isTold = unsafe withUnsafeMutablePointer(to: &information) { information in
      var request = InterfaceRequest(name)
      unsafe request.put(UnsafeMutableRawPointer(information))
      return request.isAnswered(SIOCETHTOOL, by: socket.descriptor.number)
    }
    guard isTold else { return nil }
    let driver = unsafe withUnsafeBytes(of: &information.driver) { unsafe Array($0) }
    return driver.span.text(in: 0..<driver.count)
  }

  func isWireless(_ name: String) -> Bool {
    guard let socket = try? anySocket() else { return false }
    guard case .success = Self.ask(SIOCGIWNAME, name, socket) else { return false }
    return true
  }

  // MARK: Addresses

  func ipv4Addresses() throws(SystemError) -> [PolledAddress]? {
    guard let socket = try anySocket() else { return nil }
    let size = unsafe MemoryLayout<ifreq>.stride
    var room = 32 * size
    while true {
      var bytes = [UInt8](repeating: 0, count: room)
      let count = unsafe bytes.withUnsafeMutableBytes { bytes -> Int? in
        var list = unsafe ifconf()
        unsafe list.ifc_len = Int32(bytes.count)
        unsafe list.ifc_ifcu.ifcu_buf = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard unsafe ioctl(socket.descriptor.number, UInt(SIOCGIFCONF), &list) == 0 else { return nil }
        return unsafe Int(list.ifc_len)
      }
      guard let count else { return nil }
      // A list that fills the room may have been cut short.
      if count > room - size, room < 1 << 24 {
        room *= 4
        continue
      }
      return stride(from: 0, to: count / size * size, by: size).compactMap { start in
        let at = start + InterfaceRequest.nameSize + 4
        // The name of an address may be longer than the link's: `eth0:1` (ip-address(8), label).
        let label = bytes.span.text(in: start..<start + InterfaceRequest.nameSize)
        guard let address = RawAddress(at..<at + 4, in: bytes.span),
          let name = label.split(separator: ":").first
        else { return nil }
        return PolledAddress(linkName: String(name), address: address)
      }
    }
  }

  func libraryAddresses() -> [PolledAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [PolledAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let place = unsafe entry.pointee.ifa_addr, let name = unsafe entry.pointee.ifa_name,
        let family = AddressFamily(rawValue: UInt8(truncatingIfNeeded: unsafe place.pointee.sa_family))
      else { continue }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: place, count: SocketAddress.size(family)))
      guard let address = SocketAddress(bytes)?.address else { continue }
      addresses.append(PolledAddress(linkName: unsafe String(cString: name), address: address))
    }
    return addresses
  }

  // MARK: Ways

  func connect(_ address: RawAddress, boundTo link: String?) throws(SystemError) -> PolledConnection {
    guard let link else {
      guard let socket = try socket(address.family, \.unbound) else { return .notAllowed }
      return try Self.connect(socket.descriptor.number, address)
    }
    for _ in 0..<2 {
      guard let socket = try socket(address.family, \.bound) else { return .notAllowed }
      if Self.bind(socket.descriptor.number, link) {
        return try Self.connect(socket.descriptor.number, address)
      }
      if Errno.current == .noDevice { return .refused(.noDevice) }
      // Who has no privilege may not bind again what is still bound; the next socket is not.
      bound[address.family] = nil
    }
    return .notAllowed
  }

  private static func bind(_ descriptor: CInt, _ link: String) -> Bool {
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, link, socklen_t(link.utf8.count)) == 0
  }

  private static func connect(_ descriptor: CInt, _ address: RawAddress) throws(SystemError)
    -> PolledConnection
  {
    let isConnected = SocketAddress(address).connect(descriptor)
    let errno = Errno.current
    // Undone in any case, since the next connection would keep the source of this one. Ends the binding to a
    // link as well (__udp_disconnect in net/ipv4/udp.c).
    defer { SocketAddress.disconnect(descriptor) }
    guard isConnected else {
      // No port is free, or no memory: that says nothing about the way.
      if errno.isShortage || errno == .wouldBlock { throw SystemError("connect a UDP socket", errno) }
      return .refused(errno)
    }
    guard let source = SocketAddress(ownOf: descriptor, address.family)?.address else { return .notAllowed }
    return .source(source)
  }

  // MARK: Sockets

  private func anySocket() throws(SystemError) -> Socket? {
    if let socket = try socket(.ipv4, \.unbound) { return socket }
    return try socket(.ipv6, \.unbound)
  }

  private func socket(
    _ family: AddressFamily, _ place: ReferenceWritableKeyPath<SocketSystem, [AddressFamily: Socket]>
  ) throws(SystemError) -> Socket? {
    if let socket = self[keyPath: place][family], socket.descriptor.isOpen { return socket }
    guard let descriptor = try Self.open(family) else { return nil }
    let socket = Socket(descriptor)
    self[keyPath: place][family] = socket
    return socket
  }

  /// A socket; nil if the system has none of the family, or none for us.
  private static func open(_ family: AddressFamily) throws(SystemError) -> OwnedDescriptor? {
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(Int32(family.rawValue), kind, 0)
    if number < 0, !Errno.current.isShortage { return nil }
    let descriptor = try OwnedDescriptor(
      number, isKept: true, by: "socket(AF_INET\(family == .ipv6 ? "6" : ""), SOCK_DGRAM)")
    // Without it a socket is not connected to a broadcast address, whatever the routes. Fails without harm.
    var isOn: CInt = 1
    _ = unsafe setsockopt(number, SOL_SOCKET, SO_BROADCAST, &isOn, socklen_t(MemoryLayout<CInt>.size))
    return descriptor
  }

  private static func ask(
    _ question: Int32, _ name: String, _ socket: Socket
  ) -> Result<InterfaceRequest, Errno> {
    var request = InterfaceRequest(name)
    return request.isAnswered(question, by: socket.descriptor.number) ? .success(request) : .failure(.current)
  }
}

extension Errno {
  /// Whether the system is short of something for now.
  var isShortage: Bool {
    [.tooManyFiles, .tooManyFilesInSystem, .noMemory, .noBufferSpace].contains(self)
  }
}

/// `struct ifreq`: a name and what is told of it.
private struct InterfaceRequest {
  static let nameSize = 16
  private var bytes: [UInt8]

  init(_ name: String) {
    bytes = [UInt8](repeating: 0, count: unsafe MemoryLayout<ifreq>.stride)
    for (place, byte) in name.utf8.prefix(Self.nameSize - 1).enumerated() { bytes[place] = byte }
  }

  var name: String { bytes.span.text(in: 0..<Self.nameSize) }
  /// The four bytes behind the name.
  var number: Int32? {
    get {
      (try? bytes.span.integer(UInt32.self, at: Self.nameSize, before: bytes.count)).map {
        Int32(bitPattern: $0)
      }
    }
    set {
      let number = newValue ?? 0
      bytes.replaceSubrange(
        Self.nameSize..<Self.nameSize + 4, with: unsafe withUnsafeBytes(of: number) { unsafe Array($0) })
    }
  }
  /// The two bytes behind the name.
  var half: UInt16 { (try? bytes.span.integer(UInt16.self, at: Self.nameSize, before: bytes.count)) ?? 0 }
  /// The eight bytes behind those two.
  var tail: UInt64 { (try? bytes.span.integer(UInt64.self, at: Self.nameSize + 2, before: bytes.count)) ?? 0 }

  /// Names the place for an answer that is too large for the request.
  mutating func put(_ place: UnsafeMutableRawPointer) {
    unsafe bytes.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: place, toByteOffset: Self.nameSize, as: UnsafeMutableRawPointer.self)
    }
  }

  /// Asks; whether the system answered.
  mutating func isAnswered(_ question: Int32, by descriptor: CInt) -> Bool {
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe ioctl(descriptor, UInt(question), $0) == 0 } ?? false
    }
  }
}

/// linux/wireless.h, which cannot be included beside the C library's headers.
private let SIOCGIWNAME: Int32 = 0x8B01
