import Netlink
import Testing

@testable import PathMonitoring

/// What each message puts in question.
@Suite struct KernelViewTests {
  @Test func newUsableLinkIsAskedAbout() {
    var view = KernelView()
    let disturbance = view.disturbed(by: .newLink(link(0x11043)))
    #expect(disturbance.ofLinks == [2] && view.links[2] != nil)
  }

  @Test func linkThatCannotBeUsedIsNot() {
    var view = KernelView()
    #expect(view.disturbed(by: .newLink(link(0x1002))).ofLinks.isEmpty)
  }

  @Test func carrierLossIsAskedAboutAlthoughItsChangeMaskIsZero() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    #expect(view.disturbed(by: .newLink(link(0x1003))).ofLinks == [2])
  }

  @Test func flapWithinOneReadLeavesItsTrace() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    var disturbance = Disturbance()
    view.apply(.newLink(link(0x1003)), &disturbance)
    view.apply(.newLink(link(0x11043)), &disturbance)
    #expect(disturbance.ofLinks == [2], "routes may have gone in between")
  }

  @Test func repeatedLinkMessageIsLookedInto() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    let disturbance = view.disturbed(by: .newLink(link(0x11043)))
    #expect(disturbance.ofLinks == [2] && !disturbance.facts)
  }

  @Test func wirelessChatterIsNotLookedInto() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    var chatter = link(0x11043)
    chatter.isWirelessEvent = true
    _ = view.disturbed(by: .newLink(chatter))
    #expect(view.disturbed(by: .newLink(chatter)).isEmpty)
    chatter.flags = LinkFlags(rawValue: 0x1043)
    #expect(view.disturbed(by: .newLink(chatter)).ofLinks == [2], "its flags count")
  }

  @Test func wirelessMessageOfAnUnknownLinkMakesNoLink() {
    var view = KernelView()
    var chatter = link(0x11043)
    chatter.isWirelessEvent = true
    #expect(view.disturbed(by: .newLink(chatter)).isEmpty)
    #expect(view.links.isEmpty)
  }

  @Test("messages of a port's settings are not of the device", arguments: [UInt8(7), 10])
  func otherFamilies(_ family: UInt8) {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    var port = link(0x11043)
    port.family = family
    #expect(view.disturbed(by: .deletedLink(port)).isEmpty)
    #expect(view.links[2] != nil)
    port.flags = []
    #expect(view.disturbed(by: .newLink(port)).isEmpty)
    #expect(view.links[2]?.condition == .usable)
  }

  @Test func deletedLinkTakesItsAddressesAlong() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    let added = view.disturbed(by: .newAddress(address))
    #expect(added.ipv4.links == [2] && added.ipv4.sources == [address.local!] && added.ipv6.isEmpty)
    #expect(view.disturbed(by: .newAddress(address)).isEmpty, "a refresh")
    #expect(view.disturbed(by: .deletedLink(link(0x1002))).ofLinks == [2])
    #expect(view.links.isEmpty && !view.addresses.hasCounting(.ipv4))
    #expect(view.disturbed(by: .deletedLink(link(0x1002))).isEmpty)
  }

  @Test func renameIsAFact() {
    var view = KernelView()
    _ = view.disturbed(by: .newLink(link(0x11043)))
    var renamed = link(0x11043)
    renamed.name = "lan0"
    #expect(view.disturbed(by: .newLink(renamed)).facts)
    #expect(view.links[2]?.name == "lan0")
  }

  @Test func routesRulesAndNextHopsAreHints() throws {
    var view = KernelView()
    #expect(
      view.disturbed(by: .newRoute(RouteMessage(family: .ipv4, prefixLength: 0))).wholeFamilies == [.ipv4])
    #expect(
      view.disturbed(by: .deletedRoute(RouteMessage(family: .ipv6, prefixLength: 3))).wholeFamilies == [.ipv6]
    )
    var host = RouteMessage(family: .ipv4, prefixLength: 32)
    host.destination = RawAddress(family: .ipv4, high: 0, low: 0x0A00_0001)
    #expect(view.disturbed(by: .newRoute(host)).isEmpty)
    #expect(view.disturbed(by: .setting(SettingMessage(family: 2))).wholeFamilies == [.ipv4])
    #expect(view.disturbed(by: .overrun).everything)
    #expect(view.disturbed(by: .other(.noOperation)).isEmpty)
  }

  @Test("a route over links is nothing to sockets bound to others, unless something else goes with it")
  func routeOfALink() {
    var view = KernelView()
    var route = RouteMessage(family: .ipv4, prefixLength: 0)
    route.outputIndex = 2
    #expect(view.disturbed(by: .newRoute(route)).ipv4.links == [2])
    let removal = view.disturbed(by: .deletedRoute(route))
    #expect(removal.ipv4.links == [2] && !removal.ipv4.isWhole && removal.removal)
    route.legs = [RouteLeg(outputIndex: 4), RouteLeg(outputIndex: 5)]
    #expect(view.disturbed(by: .newRoute(route)).ipv4.links == [4, 5])
    var replacement = route
    replacement.isReplacement = true
    #expect(
      view.disturbed(by: .newRoute(replacement)).wholeFamilies == [.ipv4], "the one before is not named")
    var reject = route
    reject.kind = .unreachable
    #expect(view.disturbed(by: .newRoute(reject)).wholeFamilies == [.ipv4])
    view.hasNextHops = true
    #expect(view.disturbed(by: .newRoute(route)).wholeFamilies == [.ipv4], "one by an object hides others")
  }

  @Test func linkLocalAddressIsNoSourceForOtherLinks() {
    var view = KernelView()
    var local = address
    local.local = RawAddress(family: .ipv6, high: 0xFE80 << 48, low: 1)
    let added = view.disturbed(by: .newAddress(local))
    #expect(added.ipv6.links == [2] && added.ipv6.sources.isEmpty && added.ipv4.isEmpty)
  }

  @Test func settingOfALinkConcernsItWhileItIsInUse() {
    var view = KernelView()
    let setting = RouteNetlinkMessage.setting(SettingMessage(family: 10, linkIndex: 2))
    #expect(view.disturbed(by: setting).isEmpty, "told before the link")
    _ = view.disturbed(by: .newLink(link(0x1002)))
    #expect(view.disturbed(by: setting).isEmpty)
    _ = view.disturbed(by: .newLink(link(0x11043)))
    let disturbance = view.disturbed(by: setting)
    #expect(disturbance.ipv6.links == [2] && disturbance.ipv4.isEmpty)
    #expect(view.disturbed(by: .setting(SettingMessage(family: 28))).isEmpty, "MPLS")
  }

  private func link(_ flags: UInt32) -> LinkMessage {
    var link = LinkMessage(index: 2, hardwareType: 1, flags: LinkFlags(rawValue: flags))
    link.name = "eth0"
    return link
  }

  private let address = AddressMessage(
    linkIndex: 2, prefixLength: 24, flags: [], local: RawAddress(family: .ipv4, high: 0, low: 0xC000_0202))
}

extension Disturbance {
  /// The links in question of both families alike.
  var ofLinks: Set<Int32> { ipv4.links == ipv6.links ? ipv4.links : [] }
  var wholeFamilies: [AddressFamily] { AddressFamily.allCases.filter { self[$0].isWhole } }
}

extension KernelView {
  mutating func disturbed(by message: RouteNetlinkMessage) -> Disturbance {
    var disturbance = Disturbance()
    apply(message, &disturbance)
    return disturbance
  }
}
