/// RTM_NEWADDR or RTM_DELADDR: an address of a link (`struct ifaddrmsg`).
package struct AddressMessage: Hashable, Sendable {
  package var linkIndex: Int32
  package var prefixLength: UInt8
  package var flags: AddressFlags
  /// The host's own address: IFA_LOCAL, or IFA_ADDRESS where that is missing.
  ///
  /// On a point-to-point link IFA_ADDRESS is the peer's. Nil for a family that is neither IPv4 nor IPv6.
  package var local: RawAddress?
  /// IFA_ADDRESS: the peer's of a point-to-point link, else the host's own. One IPv4 address may stand on a
  /// link several times, with other peers.
  package var peer: RawAddress?

  package init(
    linkIndex: Int32, prefixLength: UInt8, flags: AddressFlags, local: RawAddress?, peer: RawAddress? = nil
  ) {
    self.linkIndex = linkIndex
    self.prefixLength = prefixLength
    self.flags = flags
    self.local = local
    self.peer = peer ?? local
  }

  enum Key: UInt16 {
    case address = 1
    case local = 2
    case flags = 8
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 8)
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    let family = AddressFamily(rawValue: bytes[start])
    prefixLength = bytes[start + 1]
    flags = AddressFlags(rawValue: UInt32(bytes[start + 2]))
    linkIndex = Int32(bitPattern: try bytes.integer(UInt32.self, at: start + 4, before: end))
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .address where family != nil: peer = try attribute.address(in: bytes)
      case .local where family != nil: local = try attribute.address(in: bytes)
      // Wider than the byte in the header, which loses NOPREFIXROUTE and others.
      case .flags: flags = AddressFlags(rawValue: try attribute.integer(UInt32.self, in: bytes))
      default: continue
      }
    }
    local = local ?? peer
    peer = peer ?? local
    if local?.family != family { (local, peer) = (nil, nil) }
  }
}

/// IFA_F_* of an address.
package struct AddressFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static var optimistic: Self { .init(rawValue: 0x04) }
  /// Duplicate address detection found another owner; the address stays listed.
  package static var duplicate: Self { .init(rawValue: 0x08) }
  package static var deprecated: Self { .init(rawValue: 0x20) }
  /// Duplicate address detection is under way.
  package static var tentative: Self { .init(rawValue: 0x40) }
}
