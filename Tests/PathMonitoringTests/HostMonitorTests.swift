import Dispatch
import PathMonitoringTesting
import TestSupport
import Testing

@testable import PathMonitoring

/// Monitors of the path to one host.
@Suite struct HostMonitorTests {
  private let backend = ScriptedBackend(.online("a"))
  private let resolver = ScriptedResolver()
  private let clock = ManualClock()
  private let queue = DispatchQueue(label: "test")
  private let recorder = Recorder()

  private func monitor(_ host: NetworkEndpoint.Host) -> PathMonitor {
    let monitor = PathMonitor(
      requirements: .init(), backend: backend, clock: clock, to: .hostPort(host: host, port: 443),
      resolver: resolver)
    monitor.pathUpdateHandler = recorder.add
    monitor.start(queue: queue)
    return monitor
  }

  /// All that was delivered by now.
  private var places: [NetworkPath.Destination.Place?] {
    queue.sync {}
    return recorder.paths.map { $0.destination?.place }
  }

  private func snapshot(
    _ destinations: [NetworkEndpoint.Host: DestinationRoute], _ name: String = "a"
  ) -> NetworkSnapshot {
    var snapshot = NetworkSnapshot.online(name)
    snapshot.destinations = destinations
    return snapshot
  }

  private func route(_ place: DestinationRoute.Place) -> DestinationRoute {
    DestinationRoute(place, egresses: [NetworkEgress(.ipv4, linkIndex: 2)])
  }

  @Test func addressWaitsForItsAnswerAndFollowsIt() {
    let monitor = monitor("192.0.2.9")
    defer { monitor.cancel() }
    #expect(backend.watched == ["192.0.2.9"])
    // A backend that tells of destinations has not been asked about this one yet.
    backend.send(snapshot([:]))
    #expect(places == [.behindGateway])
    backend.send(snapshot(["192.0.2.9": route(.onLink)]))
    backend.send(snapshot(["192.0.2.9": DestinationRoute(.prohibited)]))
    backend.send(snapshot(["192.0.2.9": DestinationRoute(.unreachable)]))
    #expect(places == [.behindGateway, .onLink, .prohibited, .unreachable])
    #expect(recorder.paths.map(\.status) == [.satisfied, .satisfied, .unsatisfied, .unsatisfied])
    #expect(resolver.asked.isEmpty)
  }

  @Test func nameIsDecidedByTheFirstAddressThatCanBeReached() {
    let monitor = monitor("example.org")
    defer { monitor.cancel() }
    #expect(places.isEmpty && resolver.asked == ["example.org"])
    backend.send(snapshot([:]))
    resolver.answer("2001:db8::1", "192.0.2.9")
    #expect(backend.watched == ["2001:db8::1", "192.0.2.9"])
    #expect(places.isEmpty)
    backend.send(
      snapshot(["2001:db8::1": DestinationRoute(.unreachable), "192.0.2.9": route(.behindGateway)]))
    #expect(places == [.behindGateway])
    #expect(recorder.paths.last?.destination?.address == "192.0.2.9")
    #expect(recorder.paths.last?.destination?.addressCount == 2)
  }

  @Test func nameThatNeverResolvesIsUnsatisfiedAndAskedForAgain() {
    let monitor = monitor("nowhere.invalid")
    defer { monitor.cancel() }
    resolver.answer()
    #expect(places == [.unresolved] && recorder.paths.last?.status == .unsatisfied)
    clock.advance(by: .seconds(1))
    #expect(resolver.asked.count == 1)
    clock.advance(by: .seconds(1))
    #expect(resolver.asked.count == 2)
    resolver.answer("192.0.2.9")
    #expect(places == [.unresolved, .behindGateway])
  }

  @Test func firstPathDoesNotWaitForASilentNameServer() {
    let monitor = monitor("slow.example")
    defer { monitor.cancel() }
    clock.advance(by: .milliseconds(999))
    #expect(places.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(places == [.unresolved])
    resolver.answer("192.0.2.9")
    #expect(places == [.unresolved, .behindGateway])
  }

  @Test func networkOrResolverThatChangesMeansAnotherQuestionButNeverTwoAtATime() {
    let monitor = monitor("example.org")
    defer { monitor.cancel() }
    resolver.answer("192.0.2.9")
    clock.advance(by: .seconds(60))
    #expect(resolver.asked.count == 1)
    var other = NetworkSnapshot.online("a")
    other.resolverVersion = 1
    backend.send(other)
    #expect(resolver.asked.count == 2)
    backend.send(.online("b"))
    clock.advance(by: .seconds(60))
    #expect(resolver.asked.count == 2)
    resolver.answer("192.0.2.10")
    #expect(resolver.asked.count == 3)
    resolver.answer("192.0.2.10")
    queue.sync {}
    #expect(recorder.paths.last?.destination?.address == "192.0.2.10" && recorder.paths.last?.ways == ["b"])
    // What was found out about the destination alone is no other network.
    backend.send(snapshot(["192.0.2.10": route(.onLink)], "b"))
    clock.advance(by: .seconds(60))
    #expect(resolver.asked.count == 3)
  }

  @Test func linkThatOnlyADestinationNeedsIsNoOtherNetwork() {
    let monitor = monitor("self.example")
    defer { monitor.cancel() }
    backend.send(snapshot([:]))
    resolver.answer("192.0.2.7")
    var own = snapshot(["192.0.2.7": DestinationRoute(.local, egresses: [NetworkEgress(.ipv4, linkIndex: 1)])]
    )
    let loopback = NetworkInterface(name: "lo", index: 1, type: .loopback)
    own.links.append(NetworkLink(loopback, condition: .loopback))
    backend.send(own)
    clock.advance(by: .seconds(60))
    #expect(places == [.local] && resolver.asked.count == 1)
  }

  @Test func clockIsAskedOncePerTimeHoweverManySnapshotsCome() {
    let monitor = monitor("nowhere.invalid")
    defer { monitor.cancel() }
    resolver.answer()
    let before = clock.owed
    for count in 0..<50 { backend.send(.online("a\(count % 2)")) }
    // The first change brings the question forward.
    #expect(clock.owed - before == 1)
  }

  @Test func clockThatIsEarlyIsNoReasonToForget() {
    let clock = HastyClock()
    let monitor = PathMonitor(
      requirements: .init(), backend: backend, clock: clock, to: .hostPort(host: "nowhere.invalid", port: 80),
      resolver: resolver)
    monitor.start(queue: queue)
    defer { monitor.cancel() }
    resolver.answer()
    clock.call()
    #expect(resolver.asked.count == 2)
  }

  @Test func iterationThatBeginsAgainWaitsForTheQuestionUnderWay() async {
    let monitor = PathMonitor(
      requirements: .init(), backend: backend, clock: clock, to: .hostPort(host: "slow.example", port: 80),
      resolver: resolver)
    for start in 1...3 {
      var iterator: PathMonitor.Iterator? = monitor.makeAsyncIterator()
      #expect(backend.starts == start && iterator != nil)
      iterator = nil
    }
    #expect(backend.stops == 3 && resolver.asked.count == 1)
    var iterator = monitor.makeAsyncIterator()
    // It was asked in another network, maybe: it is told, and asked for again.
    resolver.answer("192.0.2.9")
    #expect(await iterator.next()?.destination?.address == "192.0.2.9")
    #expect(resolver.asked.count == 2)
    resolver.answer("192.0.2.10")
    #expect(await iterator.next()?.destination?.address == "192.0.2.10")
  }

  @Test func nothingIsAskedAfterTheEnd() {
    let monitor = monitor("slow.example")
    backend.send(.online("b"))
    clock.advance(by: .seconds(1))
    monitor.cancel()
    resolver.answer("192.0.2.9")
    clock.advance(by: .seconds(600))
    withExtendedLifetime(monitor) {}
    #expect(resolver.asked.count == 1)
  }

  @Test func answerAfterCancelIsNotHeardAndNothingIsKept() {
    weak var freed: PathMonitor?
    do {
      let monitor = monitor("example.org")
      freed = monitor
      monitor.cancel()
    }
    queue.sync {}
    #expect(freed == nil)
    resolver.answer("192.0.2.9")
    clock.advance(by: .seconds(600))
    #expect(places.isEmpty && resolver.asked.count == 1)
  }

  @Test func placeIsThatOfTheLinkThatIsLeft() {
    var snapshot = NetworkSnapshot.online("a")
    // The kernel prefers a link that has lost its carrier, on which the host is.
    var dead = DestinationRoute(.onLink, egresses: [NetworkEgress(.ipv4, linkIndex: 9)])
    var requirements = PathRequirements()
    requirements.addresses = ["192.0.2.9"]
    func destination() -> NetworkPath.Destination? {
      snapshot.destinations = ["192.0.2.9": dead]
      return PathEvaluator.path(snapshot, requirements).destination
    }
    #expect(destination()?.place == .unreachable)
    dead.egresses.append(NetworkEgress(.ipv4, linkIndex: 2, gateways: ["192.0.2.1"]))
    #expect(destination()?.place == .behindGateway)
    // A backend need not know the gateway.
    dead = DestinationRoute(.behindGateway, egresses: [NetworkEgress(.ipv4, linkIndex: 2)])
    #expect(destination()?.place == .behindGateway)
  }

  @Test func unknownNetworkIsSatisfied() {
    let monitor = monitor("example.org")
    defer { monitor.cancel() }
    backend.fail("refused")
    queue.sync {}
    #expect(recorder.paths.map(\.status) == [.satisfied])
  }

  @Test func whatAPlainBackendTellsIsGuessed() {
    func path(_ address: NetworkEndpoint.Host, _ snapshot: NetworkSnapshot) -> NetworkPath {
      var requirements = PathRequirements()
      requirements.addresses = [address]
      return PathEvaluator.path(snapshot, requirements)
    }
    var own = NetworkSnapshot.online("a")
    own.egresses[0].source = LocalAddress("192.0.2.7")
    #expect(path("192.0.2.7", own).destination?.place == .local)
    #expect(path("127.0.0.5", .offline).destination?.place == .local)
    #expect(path("127.0.0.5", .offline).status == .satisfied)
    #expect(path("::1", .offline).destination?.place == .local)
    #expect(path("192.0.2.8", own).destination?.place == .behindGateway)
    #expect(path("2001:db8::1", own).destination?.place == .unreachable)
    #expect(path("192.0.2.8", .offline).status == .unsatisfied)
    #expect(path("192.0.2.8", .unknown).status == .satisfied)
  }
}
