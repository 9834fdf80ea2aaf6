import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What is asked about single destinations, and when, over a kernel whose answers the test sets.
@Suite struct WatchedDestinationTests {
  private static let host: NetworkEndpoint.Host = "198.51.100.5"
  private let destination = RawAddress.ipv4(0xC633_6405)
  private let source = RawAddress.ipv4(0xC000_0202)

  private func engine() throws -> NetlinkEngine<ScriptedKernel> {
    var kernel = ScriptedKernel()
    var link = LinkMessage(index: 2, hardwareType: 1, flags: LinkFlags(rawValue: 0x11043))
    link.name = "eth0"
    link.operationalState = .up
    kernel.links = [link]
    kernel.addresses = [
      AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source)
    ]
    kernel.answerer = { [source] _ in .route(.ipv4, 2, source: source) }
    var engine = NetlinkEngine(kernel) { _, _ in nil }
    engine.watch([Self.host])
    _ = try engine.snapshot(now: .now)
    return engine
  }

  private func asked(_ engine: borrowing NetlinkEngine<ScriptedKernel>) -> Int {
    engine.kernel.questions.count { $0.destination == destination }
  }

  @Test func destinationIsAskedAboutUnboundAndOfEachLink() throws {
    var engine = try engine()
    #expect(asked(engine) == 2)
    let snapshot = try engine.snapshot(now: .now)
    #expect(snapshot.destinations?[Self.host]?.place == .onLink)
    #expect(snapshot.destinations?.count == 1)
    #expect(asked(engine) == 2, "nothing is asked twice")
  }

  @Test(
    "an address that is asked about again is asked of the kernel anew, also while it is watched on one link")
  func watchedAgain() throws {
    var engine = try engine()
    let interface = NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)
    let scoped = NetworkEndpoint.Host.ipv4(try #require(IPv4Address([198, 51, 100, 5], interface)))
    engine.watch([Self.host, scoped])
    _ = try engine.snapshot(now: .now)
    engine.watch([scoped])
    _ = try engine.snapshot(now: .now)
    engine.kernel.forgetQuestions()
    engine.watch([Self.host, scoped])
    _ = try engine.snapshot(now: .now)
    let links = engine.kernel.questions.filter { $0.destination == destination }.map(\.linkIndex)
    #expect(Set(links).isSuperset(of: [0, 2]))
  }

  @Test func onlyRoutesThatLeadThereDisturb() throws {
    var engine = try engine()
    var route = RouteMessage(family: .ipv4, prefixLength: 24)
    route.destination = .ipv4(0xC633_6500)
    engine.take(.newRoute(route))
    #expect(!engine.isDisturbed)
    route.destination = .ipv4(0xC633_6400)
    engine.take(.newRoute(route))
    #expect(engine.isDisturbed)
    // Of what is gone nobody foresees that there are ways over links.
    engine.take(.deletedRoute(route))
    engine.kernel.forgetQuestions()
    engine.kernel.answerer = { [source, destination] question in
      question.destination == destination
        ? .refused(.accessDenied) : .route(.ipv4, 2, source: source)
    }
    let snapshot = try engine.snapshot(now: .now)
    #expect(snapshot.destinations?[Self.host] == DestinationRoute(.prohibited))
    #expect(asked(engine) == 1 && snapshot.egresses.count == 1, "where none leads, no link is asked about")
  }

  @Test func newDestinationAsksAboutItselfOnlyAndOneThatIsDroppedIsForgotten() throws {
    var engine = try engine()
    engine.kernel.forgetQuestions()
    engine.watch([Self.host, "192.0.2.9"])
    #expect(engine.isDisturbed)
    let both = try engine.snapshot(now: .now)
    #expect(both.destinations?.count == 2)
    #expect(Set(engine.kernel.questions.map(\.destination)) == [.ipv4(0xC000_0209)])
    engine.kernel.forgetQuestions()
    engine.watch([])
    let none = try engine.snapshot(now: .now)
    #expect(none.destinations == [:] && engine.kernel.questions.isEmpty)
    engine.watch([])
    #expect(!engine.isDisturbed)
  }

  @Test(arguments: [
    (Errno.networkUnreachable, DestinationRoute.Place.unreachable), (.hostUnreachable, .unreachable),
    (.accessDenied, .prohibited), (.invalidArgument, .prohibited),
  ])
  func refusalsAreToldApart(_ errno: Errno, _ place: DestinationRoute.Place) throws {
    var engine = try engine()
    engine.kernel.answerer = { _ in .refused(errno) }
    engine.messagesWereLost()
    #expect(try engine.snapshot(now: .now).destinations?[Self.host]?.place == place)
  }

  @Test func addressOfTheHostsOwnLeavesByTheLoopback() throws {
    var engine = try engine()
    var loopback = LinkMessage(index: 1, hardwareType: 772, flags: LinkFlags(rawValue: 0x10049))
    loopback.name = "lo"
    engine.kernel.links.append(loopback)
    engine.kernel.answerer = { _ in
      var match = RouteMessage(family: .ipv4, prefixLength: 32, table: 255, kind: .local)
      match.outputIndex = 2
      var choice = match
      choice.outputIndex = 1
      choice.preferredSource = .ipv4(0xC633_6405)
      return RouteAnswer(match: .route(match), choice: .route(choice))
    }
    engine.messagesWereLost()
    let snapshot = try engine.snapshot(now: .now)
    #expect(snapshot.destinations?[Self.host]?.place == .local)
    var requirements = PathRequirements()
    requirements.addresses = [Self.host]
    let path = PathEvaluator.path(snapshot, requirements)
    #expect(path.status == .satisfied && path.availableInterfaces.map(\.name) == ["lo"])
  }

  /// To 255.255.255.255, 224.0.0.1 and 0.0.0.0 the kernel knows a way without any route, and then refuses to name the
  /// route (inet_rtm_getroute in net/ipv4/route.c).
  @Test(arguments: [
    (RouteKind.broadcast, DestinationRoute.Place.onLink), (.multicast, .onLink), (.local, .local),
  ])
  func wayWithoutARouteIsAWay(_ kind: RouteKind, _ place: DestinationRoute.Place) throws {
    var engine = try engine()
    engine.kernel.answerer = { [source] _ in
      var choice = RouteMessage(family: .ipv4, prefixLength: 32, kind: kind)
      choice.outputIndex = 2
      choice.preferredSource = source
      return RouteAnswer(match: .refused(.hostUnreachable), choice: .route(choice))
    }
    engine.messagesWereLost()
    let route = try engine.snapshot(now: .now).destinations?[Self.host]
    #expect(route?.place == place && route?.egresses.map(\.linkIndex) == [2])
  }

  /// Bound to a link, IPv4 takes each address to be on it if no route is found.
  @Test func wayThatIsOnlySupposedIsNone() throws {
    var engine = try engine()
    engine.kernel.answerer = { [source] _ in
      var choice = RouteMessage(family: .ipv4, prefixLength: 32)
      choice.outputIndex = 2
      choice.preferredSource = source
      return RouteAnswer(match: .refused(.hostUnreachable), choice: .route(choice))
    }
    engine.messagesWereLost()
    #expect(try engine.snapshot(now: .now).destinations?[Self.host] == DestinationRoute(.unreachable))
  }

  /// The routes of IPv4's over a link that is set down go without a message, also where it had no carrier before
  /// (fib_sync_down_dev in net/ipv4/fib_semantics.c), and those of the loopback.
  @Test(arguments: [(UInt16(1), UInt32(0x1003), UInt32(0x1002)), (772, 0x10049, 0x8)])
  func linkThatIsSetDownTakesItsRoutesAlong(_ type: UInt16, _ before: UInt32, _ after: UInt32) throws {
    var engine = try engine()
    var link = LinkMessage(index: 3, hardwareType: type, flags: LinkFlags(rawValue: before))
    link.name = "x"
    engine.take(.newLink(link))
    _ = try engine.snapshot(now: .now)
    engine.kernel.forgetQuestions()
    link.flags = LinkFlags(rawValue: after)
    engine.take(.newLink(link))
    _ = try engine.snapshot(now: .now)
    #expect(asked(engine) == 1, "unbound: bound to another link it is passed over")
  }

  /// The kernel prefers a link that has no carrier, on which the host is; another leads there by a router.
  @Test func placeIsThatOfTheFirstWay() throws {
    var engine = try engine()
    engine.kernel.answerer = { [source] question in
      question.linkIndex == 2
        ? .route(.ipv4, 2, gateway: .ipv4(0xC000_0201), source: source)
        : .route(.ipv4, 9, source: source)
    }
    engine.messagesWereLost()
    let route = try engine.snapshot(now: .now).destinations?[Self.host]
    #expect(route?.place == .behindGateway && route?.egresses.map(\.linkIndex) == [2])
  }

  /// Who connects to :: gets to ::1, whatever the lookup says.
  @Test func unspecifiedIPv6AddressIsTheLoopback() throws {
    let loopback = WatchedDestination("::1")
    #expect(WatchedDestination("::") == loopback && loopback?.address.isLoopback == true)
  }

  @Test func namesAreNotAskedAbout() throws {
    var engine = try engine()
    engine.watch(["example.org"])
    #expect(try engine.snapshot(now: .now).destinations == [:])
  }
}
