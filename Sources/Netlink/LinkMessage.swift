/// RTM_NEWLINK or RTM_DELLINK: a network device (`struct ifinfomsg`).
///
/// What the message does not state is nil and means "not changed": a message of the wireless extensions
/// (IFLA_WIRELESS) has a name and flags only.
package struct LinkMessage: Hashable, Sendable {
  package var index: Int32
  /// ARPHRD_*
  package var hardwareType: UInt16
  package var flags: LinkFlags
  /// AF_UNSPEC of a device; AF_BRIDGE and others tell of a port's settings, not of the device.
  package var family: UInt8
  package var name: String?
  /// IFLA_LINK: the index of the lower device or, of a veth, of the other end.
  package var lowerIndex: Int32?
  /// IFLA_LINK_NETNSID is there: `lowerIndex` is an index of another namespace.
  package var isLowerElsewhere = false
  /// IFLA_MASTER; 0 is no master.
  package var masterIndex: Int32?
  package var operationalState: OperationalState?
  /// IFLA_INFO_KIND, such as "veth".
  package var kind: String?
  /// IFLA_INFO_SLAVE_KIND: what it is a port of, such as "bridge".
  package var portKind: String?
  /// IFLA_WIRELESS is there: chatter of the wireless extensions, which lacks most attributes.
  package var isWirelessEvent = false

  package init(index: Int32, hardwareType: UInt16, flags: LinkFlags, family: UInt8 = 0) {
    self.index = index
    self.hardwareType = hardwareType
    self.flags = flags
    self.family = family
  }

  enum Key: UInt16 {
    case name = 3
    case link = 5
    case master = 10
    case wireless = 11
    case operationalState = 16
    case info = 18
    case linkNamespace = 37
  }

  enum InfoKey: UInt16 {
    case kind = 1
    case portKind = 4
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 16)
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    family = bytes[start]
    hardwareType = try bytes.integer(UInt16.self, at: start + 2, before: end)
    index = Int32(bitPattern: try bytes.integer(UInt32.self, at: start + 4, before: end))
    flags = LinkFlags(rawValue: try bytes.integer(UInt32.self, at: start + 8, before: end))
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .name: name = bytes.text(in: attribute.payload)
      case .link: lowerIndex = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
      case .master: masterIndex = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
      case .wireless: isWirelessEvent = true
      case .operationalState:
        operationalState = OperationalState(rawValue: try attribute.integer(UInt8.self, in: bytes))
      case .info: try readInfo(attribute, in: bytes)
      case .linkNamespace: isLowerElsewhere = true
      case nil: continue
      }
    }
  }

  private mutating func readInfo(
    _ info: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) {
    var attributes = info.nested
    while let attribute = try attributes.next(in: bytes) {
      switch InfoKey(rawValue: attribute.type) {
      case .kind: kind = bytes.text(in: attribute.payload)
      case .portKind: portKind = bytes.text(in: attribute.payload)
      case nil: continue
      }
    }
  }
}

/// IFF_* of a link.
package struct LinkFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// IFF_UP: switched on by the administrator.
  package static var up: Self { .init(rawValue: 0x1) }
  package static var loopback: Self { .init(rawValue: 0x8) }
  package static var pointToPoint: Self { .init(rawValue: 0x10) }
  /// IFF_RUNNING: the operational state is up or unknown.
  package static var running: Self { .init(rawValue: 0x40) }
  /// IFF_LOWER_UP: there is a carrier.
  package static var lowerUp: Self { .init(rawValue: 0x10000) }
  package static var dormant: Self { .init(rawValue: 0x20000) }
}

/// ifOperStatus of RFC 2863, section 3.1.14, as in IFLA_OPERSTATE.
package enum OperationalState: UInt8, Hashable, Sendable {
  /// In use by a driver that does not tell.
  case unknown = 0
  case notPresent = 1
  case down = 2
  case lowerLayerDown = 3
  case testing = 4
  /// Waits for an outside event, such as 802.1X or a call.
  case dormant = 5
  case up = 6
}
