/// What becomes of an attribute in a recording that is anonymised. What is not listed is left out: it may tell
/// anything.
enum AttributePolicy {
  /// A number or the kernel's own word.
  case keep
  /// Another address takes its place.
  case address
  /// As `address`, and zeros beyond the length that the message's header states.
  case destination
  case source
  /// Two bytes of family, then an address (`struct rtvia`).
  case via
  /// A hardware address; of a tunnel an address of the network.
  case hardwareAddress
  /// The name of a link.
  case name
  /// Zeros of the same size: that it is there tells something.
  case blank
  /// Attributes inside.
  case nested(Kind)
  /// `struct rtnexthop` with attributes behind each.
  case legs

  /// A kind of message, or of attributes within one.
  enum Kind {
    case link
    case linkInfo
    case address
    case route
    case leg
    case rule
    case nextHop
    case setting

    /// Of a message type; nil if no path depends on such messages.
    init?(_ type: UInt16) {
      switch type {
      case 16...19: self = .link
      case 20...23: self = .address
      case 24...27: self = .route
      case 32...35: self = .rule
      case 80...83: self = .setting
      case 104...107: self = .nextHop
      default: return nil
      }
    }

    /// The bytes before the attributes.
    var headerSize: Int {
      switch self {
      case .link: 16
      case .address, .nextHop: 8
      case .route, .rule: 12
      case .setting: 4
      case .linkInfo, .leg: 0
      }
    }
  }

  /// The policy for an attribute; nil to leave it out. Numbers of linux/if_link.h, if_addr.h, rtnetlink.h,
  /// fib_rules.h, nexthop.h and netconf.h.
  init?(_ type: UInt16, in kind: Kind) {
    switch (kind, type) {
    case (.link, 1), (.link, 2), (.link, 54): self = .hardwareAddress
    case (.link, 3): self = .name
    case (.link, 11): self = .blank
    case (.link, 18): self = .nested(.linkInfo)
    // LINK, MTU, QDISC, MASTER, TXQLEN, OPERSTATE, LINKMODE, GROUP, EXT_MASK, PROMISCUITY, counts of queues,
    // CARRIER and its changes, LINK_NETNSID, GSO limits, and the limits of the MTU
    case (.link, 4...6), (.link, 10), (.link, 13), (.link, 16...17), (.link, 27), (.link, 29...33),
      (.link, 35), (.link, 37), (.link, 40...41), (.link, 47...48), (.link, 50...51):
      self = .keep
    // KIND, SLAVE_KIND
    case (.linkInfo, 1), (.linkInfo, 4): self = .keep
    case (.address, 1...2), (.address, 4...5), (.address, 7): self = .address
    // CACHEINFO, FLAGS, RT_PRIORITY, PROTO
    case (.address, 6), (.address, 8...9), (.address, 11): self = .keep
    case (.route, 1): self = .destination
    case (.route, 2): self = .source
    case (.route, 5), (.route, 7), (.leg, 5): self = .address
    case (.route, 9): self = .legs
    case (.route, 18), (.leg, 18): self = .via
    // IIF, OIF, PRIORITY, CACHEINFO, TABLE, MARK, PREF, EXPIRES, NH_ID
    case (.route, 3...4), (.route, 6), (.route, 12), (.route, 15...16), (.route, 20), (.route, 23),
      (.route, 30):
      self = .keep
    case (.rule, 1): self = .destination
    case (.rule, 2): self = .source
    case (.rule, 3), (.rule, 17): self = .name
    // GOTO, PRIORITY, FWMARK, SUPPRESS_*, TABLE, FWMASK, L3MDEV, UID_RANGE, PROTOCOL, IP_PROTO, ports
    case (.rule, 4), (.rule, 6), (.rule, 10), (.rule, 13...16), (.rule, 19...24): self = .keep
    case (.nextHop, 6): self = .address
    // ID, GROUP, GROUP_TYPE, BLACKHOLE, OIF, GROUPS, MASTER
    case (.nextHop, 1...5), (.nextHop, 9...10): self = .keep
    case (.setting, 1...7): self = .keep
    default: return nil
    }
  }
}
