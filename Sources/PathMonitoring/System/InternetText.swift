internal import CLinuxHeaders
internal import Glibc
internal import Netlink

/// Addresses and services as text, by the C library.
enum InternetText {
  /// The bytes of a numeric address, and the interface behind a `%`; nil if the text is no such address.
  static func parse(_ text: String, _ family: AddressFamily) -> ([UInt8], NetworkInterface?)? {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: family.size)
    let isAddress = unsafe bytes.withUnsafeMutableBytes {
      unsafe inet_pton(Int32(family.rawValue), String(address), $0.baseAddress) == 1
    }
    guard isAddress else { return nil }
    guard parts.count == 2 else { return (bytes, nil) }
    guard let interface = interface(String(parts[1])) else { return nil }
    return (bytes, interface)
  }

  /// The text of an address, with `%` and the interface's name if there is one.
  static func format(_ bytes: [UInt8], _ interface: NetworkInterface?) -> String {
    let family: AddressFamily = bytes.count == 4 ? .ipv4 : .ipv6
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let string = unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe inet_ntop(Int32(family.rawValue), bytes, text.baseAddress, socklen_t(text.count))
        .map { unsafe String(cString: $0) }
    }
    return (string ?? "") + (interface.map { "%\($0.name)" } ?? "")
  }

  /// The number of a service in `/etc/services`.
  static func port(named service: String) -> UInt16? {
    // A name has a letter (RFC 6335 section 5.1). Of a number getaddrinfo would cut the higher bits off.
    guard service.contains(where: \.isLetter), !service.utf8.contains(0) else { return nil }
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_INET
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(nil, service, &hints, &list) == 0, let first = unsafe list else { return nil }
    defer { unsafe freeaddrinfo(first) }
    guard let address = unsafe first.pointee.ai_addr else { return nil }
    return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
      UInt16(bigEndian: unsafe $0.pointee.sin_port)
    }
  }

  /// The interface of an index; nil for 0, and its number as a name if it is not there.
  static func interface(index: UInt32) -> NetworkInterface? {
    guard index != 0 else { return nil }
    var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
    let isKnown = unsafe if_indextoname(index, &name) != nil
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return interface(index, isKnown ? text : String(index))
  }

  /// The interface of a name; nil if there is none.
  static func interface(named name: String) -> NetworkInterface? {
    // What stands behind a colon the kernel passes over (dev_ioctl in net/core/dev_ioctl.c), be it a port.
    guard !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: ":") }) else { return nil }
    // Known by its own name, also where this is another that it has (ip-link(8), altname).
    return interface(index: unsafe if_nametoindex(name))
  }

  /// The interface of a scope, which is a name or an index (RFC 4007 section 11).
  private static func interface(_ scope: String) -> NetworkInterface? {
    interface(named: scope) ?? UInt32(scope).flatMap(interface(index:))
  }

  /// The kernel gives the index 1 to the loopback in every namespace, and to nothing else.
  private static func interface(_ index: UInt32, _ name: String) -> NetworkInterface {
    NetworkInterface(name: name, index: Int(index), type: index == 1 ? .loopback : .other)
  }
}
