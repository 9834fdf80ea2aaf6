import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// An engine that has followed what happened tells the same as one that has just looked.
@Suite struct FollowedAsAfreshTests {
  private let far: NetworkEndpoint.Host = "2001:db8:1::9"

  @Test("an address that a lookup named before its message was read is asked about everywhere")
  func addressThatALookupNamedFirst() throws {
    var kernel = ModelKernel()
    kernel.links = [link(2), link(3)]
    kernel.addresses = [address(2, high: 0xFE80_0000_0000_0000)]
    kernel.routes = [route(2, 0x2001_0DB8_0000_0000, 32, gateway: 0xFE80_0000_0000_0000)]
    var engine = try following(kernel)
    // The kernel has added an address to the other link; of the two messages only the first was read.
    let new = address(3, high: 0x2001_0DB8_0003_0000)
    engine.kernel.addresses.append(new)
    engine.take(.newLink(link(3)))
    _ = try engine.snapshot(now: .now)
    engine.take(.newAddress(new))
    try expectAsAfresh(&engine)
  }

  @Test("a link that cannot be used any more has no way left, also where all links are asked again")
  func linkThatCannotBeUsed() throws {
    var kernel = ModelKernel()
    kernel.links = [link(2), link(3)]
    kernel.addresses = [address(2, high: 0x2001_0DB8_0002_0000), address(3, high: 0x2001_0DB8_0003_0000)]
    kernel.routes = [
      route(2, 0x2001_0DB8_0001_0000, 64, gateway: 0x2001_0DB8_0002_0000),
      route(3, 0, 0, gateway: 0x2001_0DB8_0003_0000),
    ]
    var engine = try following(kernel)
    #expect(try engine.snapshot(now: .now).destinations?[far]?.egresses.map(\.linkIndex) == [2, 3])
    let down = link(2, flags: 0x1003)
    engine.kernel.links[0] = down
    engine.kernel.routes.removeFirst()
    engine.take(.newLink(down))
    // A rule puts all of the family in question.
    engine.take(.newRule(RuleMessage(.ipv6, table: 254)))
    try expectAsAfresh(&engine)
    #expect(try engine.snapshot(now: .now).destinations?[far]?.egresses.map(\.linkIndex) == [3])
  }

  @Test func whatWasPutOffIsLookedAtForWhoHasJustCome() throws {
    let start = ContinuousClock.now
    var engine = NetlinkEngine(ModelKernel()) { _, _ in nil }
    _ = try engine.snapshot(now: start)
    engine.messagesFoundNoRoom(now: start + .milliseconds(1))
    #expect(!engine.isDisturbed, "a look so soon after the last one is put off")
    engine.hurry()
    let deadline = engine.deadline
    #expect(engine.isDisturbed && deadline == nil)
    _ = try engine.snapshot(now: start + .milliseconds(2))
    engine.hurry()
    #expect(!engine.isDisturbed, "nothing was put off")
  }

  private func following(_ kernel: ModelKernel) throws -> NetlinkEngine<ModelKernel> {
    var engine = NetlinkEngine(kernel) { _, _ in nil }
    engine.watch([far])
    _ = try engine.snapshot(now: .now)
    return engine
  }

  private func expectAsAfresh(_ engine: inout NetlinkEngine<ModelKernel>) throws {
    let followed = try engine.snapshot(now: .now)
    var fresh = try following(engine.kernel)
    #expect(followed == (try fresh.snapshot(now: .now)))
  }

  private func link(_ index: Int32, flags: UInt32 = 0x11043) -> LinkMessage {
    var link = LinkMessage(index: index, hardwareType: 1, flags: LinkFlags(rawValue: flags))
    link.name = "eth\(index)"
    return link
  }

  private func address(_ link: Int32, high: UInt64) -> AddressMessage {
    AddressMessage(
      linkIndex: link, prefixLength: 64, flags: [], local: RawAddress(family: .ipv6, high: high, low: 2))
  }

  private func route(_ link: Int32, _ high: UInt64, _ length: UInt8, gateway: UInt64) -> RouteMessage {
    var route = RouteMessage(family: .ipv6, prefixLength: length)
    if length > 0 { route.destination = RawAddress(family: .ipv6, high: high, low: 0) }
    route.outputIndex = link
    route.gateway = RawAddress(family: .ipv6, high: gateway, low: 1)
    return route
  }
}
