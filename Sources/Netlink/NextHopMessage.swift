/// RTM_NEWNEXTHOP or RTM_DELNEXTHOP: a next hop that routes refer to by number (`struct nhmsg`).
package struct NextHopMessage: Hashable, Sendable {
  package var id: UInt32 = 0
  package var flags: RouteFlags
  package var outputIndex: Int32?
  package var gateway: RawAddress?
  package var isBlackhole = false
  /// The numbers of a group's members.
  package var members: [UInt32] = []

  enum Key: UInt16 {
    case id = 1
    case group = 2
    case blackhole = 4
    case outputIndex = 5
    case gateway = 6
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 8)
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    flags = RouteFlags(rawValue: try bytes.integer(UInt32.self, at: start + 4, before: end))
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .id: id = try attribute.integer(UInt32.self, in: bytes)
      case .group: members = try Self.members(attribute, in: bytes)
      case .blackhole: isBlackhole = true
      case .outputIndex: outputIndex = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
      case .gateway: gateway = try attribute.address(in: bytes)
      case nil: continue
      }
    }
  }

  /// An array of `struct nexthop_grp`, eight bytes each, whose first four are the number.
  private static func members(
    _ attribute: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> [UInt32] {
    guard attribute.payload.count.isMultiple(of: 8) else { throw attribute.wrongSize }
    var members: [UInt32] = []
    for offset in stride(from: attribute.payload.lowerBound, to: attribute.payload.upperBound, by: 8) {
      members.append(try bytes.integer(UInt32.self, at: offset, before: attribute.payload.upperBound))
    }
    return members
  }
}
