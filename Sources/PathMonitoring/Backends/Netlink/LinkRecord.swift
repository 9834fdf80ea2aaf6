internal import Netlink

/// A link as netlink has told of it so far.
struct LinkRecord: Hashable {
  var index: Int32
  var name = ""
  var hardwareType: UInt16 = 0
  var flags: LinkFlags = []
  var operationalState = OperationalState.unknown
  var kind: String?
  var portKind: String?
  var masterIndex: Int32 = 0
  /// The lower link of this namespace, if it is stacked on one.
  var lowerIndex: Int32?
  /// The wireless extensions have spoken of it.
  var hasWirelessEvents = false

  init(_ message: LinkMessage) {
    index = message.index
    merge(message)
  }

  /// Takes what a message says. What it leaves out has not changed: messages of the wireless extensions
  /// have a name and flags only.
  mutating func merge(_ message: LinkMessage) {
    if let name = message.name { self.name = name }
    hardwareType = message.hardwareType
    flags = message.flags
    if let state = message.operationalState { operationalState = state }
    if message.isWirelessEvent {
      hasWirelessEvents = true
      return
    }
    kind = message.kind
    portKind = message.portKind
    masterIndex = message.masterIndex ?? 0
    // A veth's IFLA_LINK is the far end's index, mostly that of another namespace.
    lowerIndex = message.isLowerElsewhere || kind == "veth" ? nil : message.lowerIndex
    if lowerIndex == index || lowerIndex == 0 { lowerIndex = nil }
  }

  /// Whether packets can pass.
  ///
  /// RUNNING alone is not enough: it is set for some milliseconds before the first carrier event. Nor is
  /// LOWER_UP: RUNNING follows up to a second later. The flags of a wireless message are right while its
  /// operational state is missing, so the flags decide, and the state tells why not.
  var condition: NetworkLink.Condition {
    if flags.contains(.loopback) { return .loopback }
    if kind == "vrf" || portKind == "vrf" { return .isolated }
    if !flags.contains(.up) { return .down }
    if !flags.contains(.lowerUp) { return .noCarrier }
    if flags.contains(.dormant) || operationalState == .dormant { return .dormant }
    if !flags.contains(.running) {
      return operationalState == .testing ? .testing : .notRunning
    }
    return .usable
  }

  /// Whether lookups bound to the link are worth asking.
  var isWorthAsking: Bool { condition == .usable || condition == .dormant }

  /// Whether what was found out about the link's type still holds beside `other`.
  func hasSameNature(as other: LinkRecord) -> Bool {
    name == other.name && kind == other.kind && portKind == other.portKind
      && hardwareType == other.hardwareType && lowerIndex == other.lowerIndex
      && hasWirelessEvents == other.hasWirelessEvents
  }
}
