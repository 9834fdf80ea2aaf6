import Foundation
import PathMonitoring

extension NetworkEndpoint.Host {
  /// The address in a socket address, which must be as long as its family says; nil of another family.
  @unsafe init?(_ address: UnsafePointer<sockaddr>) {
    let raw = unsafe UnsafeRawPointer(address)
    switch unsafe Int32(address.pointee.sa_family) {
    case AF_INET:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in.self)
      let number = UInt32(bigEndian: address.sin_addr.s_addr)
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      guard let host = IPv4Address(bytes) else { return nil }
      self = .ipv4(host)
    case AF_INET6:
      let address = unsafe raw.loadUnaligned(as: sockaddr_in6.self)
      let bytes = unsafe withUnsafeBytes(of: address.sin6_addr) { unsafe Array($0) }
      guard let host = IPv6Address(bytes, Self.interface(address.sin6_scope_id)) else { return nil }
      self = host.isIPv4Mapped ? host.asIPv4.map(Self.ipv4) ?? .ipv6(host) : .ipv6(host)
    default: return nil
    }
  }

  /// The interface of an index; nil for 0.
  private static func interface(_ index: UInt32) -> NetworkInterface? {
    guard index != 0 else { return nil }
    var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE) + 1)
    let isKnown = unsafe if_indextoname(index, &name) != nil
    let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return NetworkInterface(name: isKnown ? text : String(index), index: Int(index), type: .other)
  }
}
