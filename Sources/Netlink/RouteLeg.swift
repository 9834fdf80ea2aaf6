/// One way of a multipath route (`struct rtnexthop`).
package struct RouteLeg: Hashable, Sendable {
  package var outputIndex: Int32
  package var flags: RouteFlags
  package var gateway: RawAddress?

  package init(outputIndex: Int32, flags: RouteFlags = [], gateway: RawAddress? = nil) {
    self.outputIndex = outputIndex
    self.flags = flags
    self.gateway = gateway
  }

  static let headerSize = 8

  /// The legs in RTA_MULTIPATH, each with a length of its own and attributes behind it.
  static func list(
    _ multipath: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> [RouteLeg] {
    var legs: [RouteLeg] = []
    var offset = multipath.payload.lowerBound
    let end = multipath.payload.upperBound
    while offset < end {
      let length = Int(try bytes.integer(UInt16.self, at: offset, before: end))
      guard length >= headerSize, length <= end - offset else {
        throw NetlinkDecodeError(offset: offset, reason: .badLength(stated: length, left: end - offset))
      }
      var leg = RouteLeg(
        outputIndex: Int32(bitPattern: try bytes.integer(UInt32.self, at: offset + 4, before: end)),
        flags: RouteFlags(rawValue: UInt32(bytes[offset + 2])))
      var attributes = AttributeCursor(offset + headerSize..<offset + length)
      while let attribute = try attributes.next(in: bytes) {
        switch RouteMessage.Key(rawValue: attribute.type) {
        case .gateway: leg.gateway = try attribute.address(in: bytes)
        case .via: leg.gateway = try via(attribute, in: bytes)
        default: continue
        }
      }
      legs.append(leg)
      offset += netlinkAligned(length)
    }
    return legs
  }

  /// RTA_VIA: two bytes of family, then the address (`struct rtvia`).
  static func via(
    _ attribute: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> RawAddress? {
    let payload = attribute.payload
    let family = try bytes.integer(UInt16.self, at: payload.lowerBound, before: payload.upperBound)
    guard UInt8(exactly: family).flatMap(AddressFamily.init(rawValue:)) != nil else { return nil }
    guard let address = RawAddress(payload.lowerBound + 2..<payload.upperBound, in: bytes) else {
      throw attribute.wrongSize
    }
    return address
  }
}
