import Netlink
import Testing

@testable import PathMonitoring

/// What a link's flags and state mean, and what a message may leave out.
@Suite struct LinkRecordTests {
  @Test(
    "flags and operational state to condition",
    arguments: [
      (0x11043, OperationalState.up, NetworkLink.Condition.usable),
      (0x110d1, .unknown, .usable),
      (0x1002, .down, .down),
      (0x1003, .down, .noCarrier),
      (0x1003, .lowerLayerDown, .noCarrier),
      // Some milliseconds after "up", before the first carrier event: RUNNING alone.
      (0x1043, .unknown, .noCarrier),
      // Up to a second after the carrier: LOWER_UP alone.
      (0x11003, .down, .notRunning),
      (0x11003, .dormant, .dormant),
      (0x31003, .dormant, .dormant),
      (0x11003, .testing, .testing),
      (0x10049, .unknown, .loopback),
    ] as [(UInt32, OperationalState, NetworkLink.Condition)])
  func condition(_ flags: UInt32, _ state: OperationalState, _ condition: NetworkLink.Condition) {
    var message = LinkMessage(index: 2, hardwareType: 1, flags: LinkFlags(rawValue: flags))
    message.operationalState = state
    #expect(LinkRecord(message).condition == condition)
  }

  @Test func vrfAndItsPortsAreIsolated() {
    var message = usable()
    message.kind = "vrf"
    #expect(LinkRecord(message).condition == .isolated)
    message.kind = "veth"
    message.portKind = "vrf"
    #expect(LinkRecord(message).condition == .isolated)
    message.portKind = "bridge"
    #expect(LinkRecord(message).condition == .usable)
  }

  @Test func wirelessMessageChangesOnlyWhatItStates() {
    var full = usable()
    full.name = "wlan0"
    full.kind = "virt_wifi"
    full.masterIndex = 7
    full.operationalState = .up
    var record = LinkRecord(full)
    var chatter = LinkMessage(index: 2, hardwareType: 1, flags: [.up])
    chatter.name = "wlan0"
    chatter.isWirelessEvent = true
    record.merge(chatter)
    #expect(record.kind == "virt_wifi" && record.masterIndex == 7 && record.operationalState == .up)
    #expect(record.condition == .noCarrier, "the flags are right even there")
    #expect(record.hasWirelessEvents)
  }

  @Test func fullMessageTakesAway() {
    var full = usable()
    full.masterIndex = 7
    full.portKind = "bridge"
    var record = LinkRecord(full)
    record.merge(usable())
    #expect(record.masterIndex == 0 && record.portKind == nil)
  }

  @Test(
    "the lower link is one of this namespace",
    arguments: [
      ("vlan", Int32(1), false, Int32?(1)), ("vlan", 1, true, nil), ("veth", 1, false, nil),
      ("vlan", 0, false, nil),
      ("vlan", 2, false, nil),
    ])
  func lower(_ kind: String, _ lower: Int32, _ isElsewhere: Bool, _ expected: Int32?) {
    var message = usable()
    message.kind = kind
    message.lowerIndex = lower
    message.isLowerElsewhere = isElsewhere
    #expect(LinkRecord(message).lowerIndex == expected)
  }

  private func usable() -> LinkMessage {
    LinkMessage(index: 2, hardwareType: 1, flags: LinkFlags(rawValue: 0x11043))
  }
}
