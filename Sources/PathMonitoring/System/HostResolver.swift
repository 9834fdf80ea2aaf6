internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Finds the addresses of names.
package protocol HostResolver: Sendable {
  /// Finds the addresses of `name`, the preferred one first, and hands them to `found` on any thread; none if it has
  /// none or nobody can be asked. Returns at once.
  func resolve(_ name: String, _ found: @escaping @Sendable ([NetworkEndpoint.Host]) -> Void)
}

/// getaddrinfo(3): files, name servers and whatever nsswitch.conf(5) names, in the order of RFC 6724.
struct SystemResolver: HostResolver {
  func resolve(_ name: String, _ found: @escaping @Sendable ([NetworkEndpoint.Host]) -> Void) {
    do {
      // It may take as long as its time-outs add up to, and knows no way to be interrupted.
      try SystemThread.start("pathmonitor.dns") { found(Self.addresses(name)) }
    } catch {
      found([])
    }
  }

  static func addresses(_ name: String) -> [NetworkEndpoint.Host] {
    guard !name.utf8.contains(0) else { return [] }
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    // One of each address, not one for each kind of socket.
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var hosts: [NetworkEndpoint.Host] = []
    var entry = unsafe list
    while let current = unsafe entry {
      if let host = unsafe host(current.pointee) { hosts.append(host) }
      unsafe entry = current.pointee.ai_next
    }
    return hosts.withoutRepeats
  }

  @unsafe private static func host(_ entry: addrinfo) -> NetworkEndpoint.Host? {
    guard let address = unsafe entry.ai_addr else { return nil }
    switch unsafe entry.ai_family {
    case AF_INET:
      return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        .ipv4(IPv4Address(number: UInt32(bigEndian: unsafe $0.pointee.sin_addr.s_addr)))
      }
    case AF_INET6:
      return unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        let bytes = unsafe withUnsafeBytes(of: address.pointee.sin6_addr) { unsafe Array($0) }
        let scope = unsafe address.pointee.sin6_scope_id
        return IPv6Address(bytes, InternetText.interface(index: scope)).map(NetworkEndpoint.Host.ipv6)
      }
    default: return nil
    }
  }
}
