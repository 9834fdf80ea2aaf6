/// RTM_NEWNETCONF or RTM_DELNETCONF: a setting of a family changed (`struct netconfmsg`).
package struct SettingMessage: Hashable, Sendable {
  /// AF_*; multicast routing and MPLS have settings, too.
  package var family: UInt8
  /// The link whose setting it is; nil for those of all links (NETCONFA_IFINDEX_ALL), or of links to come.
  package var linkIndex: Int32?

  package init(family: UInt8, linkIndex: Int32? = nil) {
    self.family = family
    self.linkIndex = linkIndex
  }

  /// NETCONFA_IFINDEX
  private static var indexKey: UInt16 { 1 }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 1)
    family = bytes[message.payload.lowerBound]
    while let attribute = try attributes.next(in: bytes) {
      guard attribute.type == Self.indexKey else { continue }
      let index = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
      linkIndex = index > 0 ? index : nil
    }
  }
}
