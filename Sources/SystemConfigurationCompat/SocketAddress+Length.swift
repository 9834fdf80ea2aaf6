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
  /// The size of this structure; what is set is passed over.
  public var sin_len: UInt8 {
    get { UInt8(MemoryLayout<sockaddr_in>.size) }
    set {}
  }
}

extension sockaddr_in6 {
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
