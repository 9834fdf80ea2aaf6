/// RTM_NEWRULE or RTM_DELRULE: a rule that selects a routing table (`struct fib_rule_hdr`).
package struct RuleMessage: Hashable, Sendable {
  /// AF_*; a dump of all families has those of multicast routing too (128, 129).
  package var family: UInt8
  package var action: RuleAction
  package var flags: RuleFlags
  package var sourceLength: UInt8
  package var destinationLength: UInt8
  /// FRA_TABLE, or the byte of the header, which is 252 for tables above 255.
  package var table: UInt32
  /// Rules are tried from the lowest up.
  package var priority: UInt32 = 0
  package var mark: UInt32 = 0
  package var markMask: UInt32?
  package var inputName: String?
  package var outputName: String?
  /// Routes of this prefix length or shorter do not count; nil for no limit.
  package var suppressedPrefixLength: Int32?
  /// Leads to the table of the VRF that the packet belongs to.
  package var selectsVRF = false
  package var userRange: ClosedRange<UInt32>?

  enum Key: UInt16 {
    case inputName = 3
    case priority = 6
    case mark = 10
    case suppressedPrefixLength = 14
    case table = 15
    case markMask = 16
    case outputName = 17
    case l3mdev = 19
    case userRange = 20
  }

  /// A rule that leads all packets of a family to a table.
  package init(_ family: AddressFamily, table: UInt32) {
    self.family = family.rawValue
    self.action = .toTable
    self.flags = []
    self.sourceLength = 0
    self.destinationLength = 0
    self.table = table
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    var attributes = try message.attributes(after: 12)
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    family = bytes[start]
    destinationLength = bytes[start + 1]
    sourceLength = bytes[start + 2]
    table = UInt32(bytes[start + 4])
    action = RuleAction(rawValue: bytes[start + 7])
    flags = RuleFlags(rawValue: try bytes.integer(UInt32.self, at: start + 8, before: end))
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .inputName: inputName = bytes.text(in: attribute.payload)
      case .outputName: outputName = bytes.text(in: attribute.payload)
      case .priority: priority = try attribute.integer(UInt32.self, in: bytes)
      case .mark: mark = try attribute.integer(UInt32.self, in: bytes)
      case .markMask: markMask = try attribute.integer(UInt32.self, in: bytes)
      case .table: table = try attribute.integer(UInt32.self, in: bytes)
      case .suppressedPrefixLength:
        let length = Int32(bitPattern: try attribute.integer(UInt32.self, in: bytes))
        suppressedPrefixLength = length < 0 ? nil : length
      case .l3mdev: selectsVRF = try attribute.integer(UInt8.self, in: bytes) != 0
      case .userRange: userRange = try Self.range(attribute, in: bytes)
      case nil: continue
      }
    }
  }

  /// `struct fib_rule_uid_range`; nil where the bounds are the wrong way round, which matches nobody.
  private static func range(
    _ attribute: Attribute, in bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> ClosedRange<UInt32>? {
    guard attribute.payload.count == 8 else { throw attribute.wrongSize }
    let (start, end) = (attribute.payload.lowerBound, attribute.payload.upperBound)
    let first = try bytes.integer(UInt32.self, at: start, before: end)
    let last = try bytes.integer(UInt32.self, at: start + 4, before: end)
    return first <= last ? first...last : nil
  }
}

/// FR_ACT_*
package struct RuleAction: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static var toTable: Self { .init(rawValue: 1) }
  package static var goTo: Self { .init(rawValue: 2) }
  package static var blackhole: Self { .init(rawValue: 6) }
  package static var unreachable: Self { .init(rawValue: 7) }
  package static var prohibit: Self { .init(rawValue: 8) }
}

/// FIB_RULE_*
package struct RuleFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The rule applies where its selectors do not match.
  package static var inverted: Self { .init(rawValue: 0x2) }
}
