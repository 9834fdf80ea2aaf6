import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What the kernel does in silence, followed by the model.
@Suite struct ModelKernelTests {
  private static let sample = RouteQuestion(
    destination: RawAddress(family: .ipv4, high: 0, low: 0x11FD_900A), linkIndex: 0)

  private func link(_ index: Int32, _ flags: LinkFlags = [.up, .running, .lowerUp]) -> LinkMessage {
    LinkMessage(index: index, hardwareType: 1, flags: flags)
  }

  private func address(_ number: UInt64, _ index: Int32) -> AddressMessage {
    AddressMessage(linkIndex: index, prefixLength: 24, flags: [], local: .ipv4(number))
  }

  private func route(_ index: Int32?, gateway: UInt64 = 1, metric: UInt32 = 0) -> RouteMessage {
    var route = RouteMessage(family: .ipv4, prefixLength: 0)
    route.outputIndex = index
    route.gateway = .ipv4(0xC000_0200 + gateway)
    route.priority = metric
    return route
  }

  /// Two links with an address each, and a default by the first.
  private var kernel: ModelKernel {
    var kernel = ModelKernel()
    for index in [Int32(2), 3] {
      _ = kernel.apply(.newLink(link(index)))
      _ = kernel.apply(.newAddress(address(0xC000_0200 + UInt64(index), index)))
    }
    _ = kernel.apply(.newRoute(route(2)))
    return kernel
  }

  private func output(_ kernel: ModelKernel) -> Int32? {
    if case .route(let route) = kernel.answer(Self.sample).choice { route.outputIndex } else { nil }
  }

  @Test("a default goes with its link, and does not come back with it")
  func down() {
    var kernel = kernel
    #expect(output(kernel) == 2)
    _ = kernel.apply(.newLink(link(2, [])))
    #expect(output(kernel) == nil)
    _ = kernel.apply(.newLink(link(2)))
    #expect(output(kernel) == nil)
  }

  @Test("a carrier that is lost leaves the default")
  func carrier() {
    var kernel = kernel
    _ = kernel.apply(.newLink(link(2, [.up])))
    #expect(output(kernel) == 2)
  }

  @Test("a default goes with the last address of its link")
  func address() {
    var kernel = kernel
    _ = kernel.apply(.deletedAddress(address(0xC000_0202, 2)))
    #expect(output(kernel) == nil)
  }

  @Test("a route that replaces takes the other's place; one that is told twice stands once")
  func replace() {
    var kernel = kernel
    _ = kernel.apply(.newRoute(route(3).asReplacement))
    #expect(output(kernel) == 3 && kernel.routes.count == 1)
    #expect(!kernel.apply(.newRoute(route(3))) && kernel.routes.count == 1)
    _ = kernel.apply(.newRoute(route(2, metric: 7)))
    #expect(output(kernel) == 3 && kernel.routes.count == 2)
    _ = kernel.apply(.deletedRoute(route(3)))
    #expect(output(kernel) == 2)
  }

  @Test("legs go one by one")
  func legs() {
    var kernel = kernel
    _ = kernel.apply(.deletedRoute(route(2)))
    var many = route(nil)
    many.gateway = nil
    many.legs = [RouteLeg(outputIndex: 2), RouteLeg(outputIndex: 3)]
    _ = kernel.apply(.newRoute(many))
    #expect(output(kernel) == 2)
    _ = kernel.apply(.newLink(link(2, [])))
    #expect(output(kernel) == 3)
    _ = kernel.apply(.deletedLink(link(3)))
    #expect(output(kernel) == nil && kernel.routes.isEmpty)
  }

  @Test("routes by a next hop object go with it, and it with the carrier")
  func nextHops() throws {
    var builder = RequestBuilder()
    builder.nextHop(9, sequence: 1)
    var cursor = MessageCursor()
    let message = try #require(try cursor.next(in: builder.bytes.span))
    var hop = try NextHopMessage(message, in: builder.bytes.span)
    hop.outputIndex = 3
    var kernel = kernel
    _ = kernel.apply(.deletedRoute(route(2)))
    _ = kernel.apply(.newNextHop(hop))
    var byHop = route(nil)
    byHop.nextHopID = 9
    _ = kernel.apply(.newRoute(byHop))
    #expect(output(kernel) == 3)
    _ = kernel.apply(.newLink(link(3, [.up])))
    #expect(output(kernel) == nil && kernel.nextHops.isEmpty)
  }

  @Test("a group goes with its last member, and one that claims to hold the group is left")
  func groups() throws {
    var builder = RequestBuilder()
    builder.nextHop(9, sequence: 1)
    var cursor = MessageCursor()
    let message = try #require(try cursor.next(in: builder.bytes.span))
    var hop = try NextHopMessage(message, in: builder.bytes.span)
    var kernel = kernel
    for id in UInt32(1)...5 {
      (hop.id, hop.members) = (id, id == 1 ? [] : [id - 1])
      _ = kernel.apply(.newNextHop(hop))
    }
    hop.id = 1
    _ = kernel.apply(.deletedNextHop(hop))
    // The kernel lets no group into another; a damaged file may let thousands, one in the next.
    #expect(kernel.nextHops.keys.sorted() == [3, 4, 5])
  }

  @Test("routes that no question is about are not kept")
  func unrelated() {
    var kernel = kernel
    var narrow = RouteMessage(family: .ipv4, prefixLength: 24)
    narrow.destination = .ipv4(0xC0A8_0100)
    narrow.outputIndex = 2
    #expect(!kernel.apply(.newRoute(narrow)) && kernel.routes.count == 1)
  }
}

extension RouteMessage {
  fileprivate var asReplacement: RouteMessage {
    var route = self
    route.isReplacement = true
    return route
  }
}
