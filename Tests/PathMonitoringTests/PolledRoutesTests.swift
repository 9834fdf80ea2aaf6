import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What lookups are made of where nobody answers them: connections and rows.
@Suite struct PolledRoutesTests {
  private let system = ScriptedSystem()
  /// eth0 sends with 192.0.2.2, eth1 with 192.0.2.3.
  private let indexes: [String: UInt64] = ["eth0": 2, "eth1": 3]

  @Test func mostConnectionsDecide() throws {
    // Three of eight are caught by routes to single networks.
    let samples = PolledProbes.addresses(.ipv4, 0)
    answer { probe in samples.prefix(3).contains(probe) ? "eth1" : "eth0" }
    var routes = routes([])
    #expect(try links(&routes) == [2])
    answer { probe in samples.prefix(5).contains(probe) ? nil : "eth0" }
    routes = self.routes([])
    #expect(try routes.answer(question()) == .refused(.networkUnreachable))
  }

  @Test func routesThatWereReadTellWhatTheyCatch() throws {
    let samples = PolledProbes.addresses(.ipv4, 0)
    answer { probe in samples.prefix(7).contains(probe) ? "eth1" : "eth0" }
    let narrow = samples.prefix(7).map { route("eth1", $0, 32) }
    var routes = routes([route("eth0", .ipv4(0), 0)] + narrow)
    #expect(try links(&routes) == [2])
  }

  @Test func legsOfARouteShowInNeighbours() throws {
    answer { $0.low.nonzeroBitCount.isMultiple(of: 2) ? "eth1" : "eth0" }
    var routes = routes([route("eth0", .ipv4(0), 0)])
    #expect(try links(&routes) == [2, 3])
    #expect(try links(&routes, bound: 3) == [3])
  }

  @Test func furtherLegHasNotTheGatewayOfAWorseRoute() throws {
    answer { $0.low.nonzeroBitCount.isMultiple(of: 2) ? "eth1" : "eth0" }
    var worse = route("eth1", .ipv4(0), 0, metric: 20)
    worse.gateway = .ipv4(0xC000_02FE)
    var first = route("eth0", .ipv4(0), 0)
    first.gateway = .ipv4(0xC000_0201)
    var routes = routes([first, worse])
    #expect(try gateways(&routes, bound: 2) == [.ipv4(0xC000_0201)])
    #expect(try gateways(&routes, bound: 3) == [])
    // By itself it has its own.
    answer { _ in "eth0" }
    routes = self.routes([first, worse])
    #expect(try gateways(&routes, bound: 3) == [.ipv4(0xC000_02FE)])
  }

  @Test func boundIPv4SocketIsNotBelieved() throws {
    // The kernel invents a way for it.
    answer { _ in "eth0" }
    var routes = routes([route("eth0", .ipv4(0), 0)])
    #expect(try links(&routes, bound: 2) == [2])
    #expect(try routes.answer(question(bound: 3)) == .refused(.hostUnreachable))
    routes = self.routes([route("eth0", .ipv4(0), 0), route("eth1", .ipv4(0), 0, metric: 600)])
    #expect(try links(&routes, bound: 3) == [3])
    // One that refuses comes first.
    routes = self.routes([
      route("eth0", .ipv4(0), 0), route("*", .ipv4(0), 0, metric: 50),
      route("eth1", .ipv4(0), 0, metric: 600),
    ])
    #expect(try routes.answer(question(bound: 3)) == .refused(.hostUnreachable))
  }

  @Test func tableOfARuleIsKnownByItsSource() throws {
    answer { _ in "eth1" }
    var routes = routes([route("eth0", .ipv4(0), 0)])
    #expect(try links(&routes) == [3])
    #expect(try links(&routes, bound: 3) == [3] && links(&routes, bound: 2) == [2])
  }

  @Test func eachConnectionIsMadeOnceInAPoll() throws {
    answer { _ in "eth0" }
    var routes = routes([route("eth0", .ipv4(0), 0)])
    _ = try routes.answer(question())
    let before = system.connections
    _ = try routes.answer(question())
    _ = try routes.answer(question(bound: 2))
    #expect(system.connections == before)
  }

  // MARK: Helpers

  /// Sets by which link an unbound connection leaves; nil is refused.
  @Test func groupIsOnTheLinkWhereverTheDefaultLeads() throws {
    answer { _ in "eth0" }
    var first = route("eth0", .ipv4(0), 0)
    first.gateway = .ipv4(0xC000_0201)
    var routes = routes([first])
    let rows: [(UInt64, [UInt64])] = [(0xE000_0005, []), (0xFFFF_FFFF, []), (0xC633_6405, [0xC000_0201])]
    for (destination, gateways) in rows {
      let question = RouteQuestion(destination: .ipv4(destination), linkIndex: 0)
      guard case .route(let match) = try routes.answer(question).match else {
        Issue.record("\(destination) is refused")
        continue
      }
      #expect(match.legs.map(\.outputIndex) == [2])
      #expect(match.legs.compactMap(\.gateway) == gateways.map { .ipv4($0) })
    }
  }

  private func answer(_ way: @escaping (RawAddress) -> String?) {
    let indexes = indexes
    system.connector = { probe, link in
      guard let name = link ?? way(probe), let number = indexes[name] else {
        return .refused(.networkUnreachable)
      }
      return .source(.ipv4(0xC000_0200 + number))
    }
  }

  private func routes(_ rows: [PolledRoute]) -> PolledRoutes {
    let links = indexes.map { name, index in
      var link = LinkMessage(index: Int32(index), hardwareType: 1, flags: [.up, .running])
      link.name = name
      return link
    }
    let addresses = indexes.values.map {
      AddressMessage(linkIndex: Int32($0), prefixLength: 24, flags: [], local: .ipv4(0xC000_0200 + $0))
    }
    return PolledRoutes(system, links: links, addresses: addresses, routes: [.ipv4: rows])
  }

  private func route(
    _ name: String, _ destination: RawAddress, _ length: UInt8, metric: UInt32 = 0
  ) -> PolledRoute {
    PolledRoute(
      destination: destination, prefixLength: length, metric: metric, linkName: name, isReject: name == "*")
  }

  private func question(bound: Int32 = 0) throws -> RouteQuestion {
    RouteQuestion(destination: try #require(PolledProbes.addresses(.ipv4, 0).first), linkIndex: bound)
  }

  private func gateways(_ routes: inout PolledRoutes, bound: Int32) throws -> [RawAddress] {
    guard case .route(let match) = try routes.answer(question(bound: bound)).match else { return [] }
    return match.legs.compactMap(\.gateway)
  }

  private func links(_ routes: inout PolledRoutes, bound: Int32 = 0) throws -> [Int32] {
    guard case .route(let match) = try routes.answer(question(bound: bound)).match else { return [] }
    return match.legs.map(\.outputIndex)
  }
}
