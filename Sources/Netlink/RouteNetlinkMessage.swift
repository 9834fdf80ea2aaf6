/// A message of NETLINK_ROUTE, read as far as a path depends on it.
package enum RouteNetlinkMessage: Hashable, Sendable {
  case newLink(LinkMessage)
  case deletedLink(LinkMessage)
  case newAddress(AddressMessage)
  case deletedAddress(AddressMessage)
  case newRoute(RouteMessage)
  case deletedRoute(RouteMessage)
  case newRule(RuleMessage)
  case deletedRule(RuleMessage)
  case newNextHop(NextHopMessage)
  case deletedNextHop(NextHopMessage)
  /// A setting of a family or link changed (RTM_NEWNETCONF, RTM_DELNETCONF).
  case setting(SettingMessage)
  case error(ErrorMessage)
  /// The end of a dump.
  case done(ErrorMessage)
  /// NLMSG_OVERRUN: messages were lost.
  case overrun
  /// A type that no path depends on.
  case other(MessageType)

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    self =
      switch message.header.type {
      case .newLink: .newLink(try LinkMessage(message, in: bytes))
      case .deleteLink: .deletedLink(try LinkMessage(message, in: bytes))
      case .newAddress: .newAddress(try AddressMessage(message, in: bytes))
      case .deleteAddress: .deletedAddress(try AddressMessage(message, in: bytes))
      case .newRoute: .newRoute(try RouteMessage(message, in: bytes))
      case .deleteRoute: .deletedRoute(try RouteMessage(message, in: bytes))
      case .newRule: .newRule(try RuleMessage(message, in: bytes))
      case .deleteRule: .deletedRule(try RuleMessage(message, in: bytes))
      case .newNextHop: .newNextHop(try NextHopMessage(message, in: bytes))
      case .deleteNextHop: .deletedNextHop(try NextHopMessage(message, in: bytes))
      case .newNetconf, .deleteNetconf: .setting(try SettingMessage(message, in: bytes))
      case .error: .error(try ErrorMessage(message, in: bytes))
      case .done: .done(try ErrorMessage(message, in: bytes))
      case .overrun: .overrun
      default: .other(message.header.type)
      }
  }
}
