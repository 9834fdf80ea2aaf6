import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// The kernel tells of some removals before it makes them; what a lookup finds in between is not to last.
@Suite struct RemovalTests {
  private let source = RawAddress.ipv4(0xC000_0202)

  @Test func routeIsLookedUpOnceItIsGone() throws {
    try expectUnsatisfied(after: .deletedRoute(RouteMessage(family: .ipv4, prefixLength: 0)))
  }

  @Test func addressIsLookedUpOnceItsRoutesAreGone() throws {
    try expectUnsatisfied(
      after: .deletedAddress(AddressMessage(linkIndex: 2, prefixLength: 32, flags: [], local: .ipv4(1))))
  }

  @Test func linkIsLookedUpOnceItsRoutesAreGone() throws {
    var down = link(3, "eth1")
    down.flags = []
    try expectUnsatisfied(after: .newLink(down))
  }

  @Test func nextHopIsLookedUpOnceItsRoutesAreGone() throws {
    try expectUnsatisfied(after: try nextHopDeletion())
  }

  @Test func lossOfMessagesMayBeOfThese() throws {
    try expectUnsatisfied(after: nil)
  }

  @Test func whatIsOnlyAddedNeedsNoWait() throws {
    var engine = engine()
    _ = try engine.snapshot(now: .now)
    engine.kernel.unsettled = { _ in .refused(.networkUnreachable) }
    engine.take(.newRoute(RouteMessage(family: .ipv4, prefixLength: 0)))
    _ = try engine.snapshot(now: .now)
    #expect(engine.kernel.unsettled != nil)
  }

  private func expectUnsatisfied(after message: RouteNetlinkMessage?) throws {
    var engine = engine()
    #expect(PathEvaluator.path(try engine.snapshot(now: .now)).status == .satisfied)
    engine.kernel.unsettled = { _ in .refused(.networkUnreachable) }
    if let message { engine.take(message) } else { engine.messagesWereLost() }
    #expect(PathEvaluator.path(try engine.snapshot(now: .now)).status == .unsatisfied)
  }

  private func engine() -> NetlinkEngine<ScriptedKernel> {
    let source = source
    var kernel = ScriptedKernel {
      .route(.ipv4, $0.linkIndex == 0 ? 2 : $0.linkIndex, source: source)
    }
    kernel.links = [link(2, "eth0"), link(3, "eth1")]
    kernel.addresses = [
      AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source),
      AddressMessage(linkIndex: 2, prefixLength: 32, flags: [], local: .ipv4(1)),
    ]
    return NetlinkEngine(kernel) { _, _ in nil }
  }

  private func link(_ index: Int32, _ name: String) -> LinkMessage {
    var link = LinkMessage(index: index, hardwareType: 1, flags: LinkFlags(rawValue: 0x11043))
    link.name = name
    return link
  }

  /// RTM_DELNEXTHOP, of a header and a `struct nhmsg` only.
  private func nextHopDeletion() throws -> RouteNetlinkMessage {
    let bytes: [UInt8] = [24, 0, 0, 0, 105, 0] + [UInt8](repeating: 0, count: 18)
    var cursor = MessageCursor()
    let message = try #require(try cursor.next(in: bytes.span))
    return try RouteNetlinkMessage(message, in: bytes.span)
  }
}
