public import Foundation

// The socket addresses of Apple's systems begin with their length, which code sets. Those of Linux do not have it:
// it is what the type says, and what is put there is passed over.

extension sockaddr {
  /// The size of this structure; what is set is passed over.
  public var sa_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr>.size) }
    set {}
  }
}

extension sockaddr_in {
  /// Makes an address as on Apple's systems; the length is passed over.
  public init(
    sin_len: UInt8, sin_family: sa_family_t, sin_port: in_port_t, sin_addr: in_addr,
    sin_zero: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar)
  ) {
    self.init()
    self.sin_family = sin_family
    self.sin_port = sin_port
    self.sin_addr = sin_addr
  }

  /// The size of this structure; what is set is passed over.
  public var sin_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_in>.size) }
    set {}
  }
}

extension sockaddr_in6 {
  /// Makes an address as on Apple's systems; the length is passed over.
  public init(
    sin6_len: UInt8, sin6_family: sa_family_t, sin6_port: in_port_t, sin6_flowinfo: UInt32,
    sin6_addr: in6_addr, sin6_scope_id: UInt32
  ) {
    self.init(
      sin6_family: sin6_family, sin6_port: sin6_port, sin6_flowinfo: sin6_flowinfo, sin6_addr: sin6_addr,
      sin6_scope_id: sin6_scope_id)
  }

  /// The size of this structure; what is set is passed over.
  public var sin6_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_in6>.size) }
    set {}
  }
}

extension sockaddr_storage {
  /// The size of this structure; what is set is passed over.
  public var ss_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_storage>.size) }
    set {}
  }
}
