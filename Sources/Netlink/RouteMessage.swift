/// RTM_NEWROUTE or RTM_DELROUTE: a route, or the answer to a lookup (`struct rtmsg`).
package struct RouteMessage: Hashable, Sendable {
  /// AF_*; 128 and 129 are multicast routing's.
  package var family: UInt8
  /// Bits of the destination; 0 is a default route, whose RTA_DST is absent.
  package var prefixLength: UInt8
  package var sourceLength: UInt8
  /// RTA_TABLE, or the byte of the header, which is 252 for tables above 255.
  package var table: UInt32
  package var kind: RouteKind
  package var flags: RouteFlags
  package var destination: RawAddress?
  package var outputIndex: Int32?
  /// RTA_GATEWAY, or RTA_VIA where the gateway is of another family.
  package var gateway: RawAddress?
  package var preferredSource: RawAddress?
  /// The metric; 0 where the message has none.
  package var priority: UInt32 = 0
  package var nextHopID: UInt32?
  /// RTA_MULTIPATH; a route that has them has no output of its own.
  package var legs: [RouteLeg] = []
  /// RTA_PREF of RFC 4191: 1 high, 0 medium, 3 low.
  package var preference: UInt8?
  /// What is left of the route's life, in hundredths of a second (USER_HZ); nil for ever, below 0 over.
  package var expires: Int32?
  /// It took the place of another (NLM_F_REPLACE), of which nothing more is said.
  package var isReplacement = false

  package init(family: AddressFamily, prefixLength: UInt8, table: UInt32 = 254, kind: RouteKind = .unicast) {
    self.family = family.rawValue
    self.prefixLength = prefixLength
    self.sourceLength = 0
    self.table = table
    self.kind = kind
    self.flags = []
  }

  enum Key: UInt16 {
    case destination = 1
    case outputIndex = 4
    case gateway = 5
    case priority = 6
    case preferredSource = 7
    case multipath = 9
    case cacheInfo = 12
    case table = 15
    case via = 18
    case preference = 20
    case nextHopID = 30
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 12)
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    family = bytes[start]
    prefixLength = bytes[start + 1]
    sourceLength = bytes[start + 2]
    isReplacement = message.header.flags.contains(.replace)
    table = UInt32(bytes[start + 4])
    kind = RouteKind(rawValue: bytes[start + 7])
    flags = RouteFlags(rawValue: try bytes.integer(UInt32.self, at: start + 8, before: end))
    // Multicast routing and MPLS have addresses of other shapes; they are no path's business.
    guard AddressFamily(rawValue: family) != nil else { return }
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .destination: destination = try attribute.address(in: bytes)
      case .outputIndex: outputIndex = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
      case .gateway: gateway = try attribute.address(in: bytes)
      case .via: gateway = try RouteLeg.via(attribute, in: bytes)
      case .priority: priority = try attribute.integer(UInt32.self, in: bytes)
      case .preferredSource: preferredSource = try attribute.address(in: bytes)
      case .multipath: legs = try RouteLeg.list(attribute, in: bytes)
      case .cacheInfo: expires = try Self.expiry(attribute, in: bytes)
      case .table: table = try attribute.integer(UInt32.self, in: bytes)
      case .preference: preference = try attribute.integer(UInt8.self, in: bytes)
      case .nextHopID: nextHopID = try attribute.integer(UInt32.self, in: bytes)
      case nil: continue
      }
    }
  }

  /// `rta_expires` of `struct rta_cacheinfo`; 0 is a route that lives for ever.
  private static func expiry(
    _ attribute: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> Int32? {
    guard attribute.payload.count >= 32 else { throw attribute.wrongSize }
    let start = attribute.payload.lowerBound
    let value = Int32(
      bitPattern: try bytes.integer(UInt32.self, at: start + 8, before: attribute.payload.upperBound))
    return value == 0 ? nil : value
  }
}

/// RTN_*: what becomes of a packet that a route matches.
package struct RouteKind: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static var unicast: Self { .init(rawValue: 1) }
  package static var local: Self { .init(rawValue: 2) }
  package static var broadcast: Self { .init(rawValue: 3) }
  package static var anycast: Self { .init(rawValue: 4) }
  package static var multicast: Self { .init(rawValue: 5) }
  package static var blackhole: Self { .init(rawValue: 6) }
  package static var unreachable: Self { .init(rawValue: 7) }
  package static var prohibit: Self { .init(rawValue: 8) }
  package static var `throw`: Self { .init(rawValue: 9) }
}

/// RTM_F_* and RTNH_F_*, which share one word.
package struct RouteFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// RTNH_F_DEAD
  package static var dead: Self { .init(rawValue: 0x1) }
  /// RTNH_F_LINKDOWN: the link has no carrier, yet the kernel may still use the route.
  package static var linkDown: Self { .init(rawValue: 0x10) }
  /// RTM_F_CLONED: a cached entry or the answer to a lookup, not a route of a table.
  package static var cloned: Self { .init(rawValue: 0x200) }
  /// RTM_F_FIB_MATCH: asks for the matched entry instead of the chosen way.
  package static var fibMatch: Self { .init(rawValue: 0x2000) }
}
