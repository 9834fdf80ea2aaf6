import PathMonitoring
import SystemConfigurationCompat
import TestSupport
import Testing

/// What the flags of a target are, by what its path is.
@Suite struct FlagsTests {
  private typealias Flags = SCNetworkReachabilityFlags

  /// What a target of the address 192.0.2.9 is told, asked once and without a schedule.
  private func flags(
    _ place: DestinationRoute.Place, _ type: NetworkInterface.InterfaceType = .wiredEthernet,
    _ condition: NetworkLink.Condition = .usable, over lower: NetworkInterface.InterfaceType? = nil,
    host: String = "192.0.2.9"
  ) -> Flags? {
    var snapshot = NetworkSnapshot.online("a", type)
    snapshot.links[0].condition = condition
    if let lower {
      snapshot.links[0].isTunnel = true
      snapshot.links[0].underlyingTypes = [lower]
    }
    let isBarred = place == .unreachable || place == .prohibited
    snapshot.destinations = [
      NetworkEndpoint.Host(host): DestinationRoute(place, egresses: isBarred ? [] : snapshot.egresses)
    ]
    return SCNetworkReachability.make(host, .init(backend: ScriptedBackend(snapshot)))?.flags
  }

  @Test func everyPlaceHasItsFlags() {
    #expect(flags(.behindGateway) == [.reachable])
    #expect(flags(.onLink) == [.reachable, .isDirect])
    #expect(flags(.local, .loopback, .loopback) == [.reachable, .isDirect, .isLocalAddress])
    #expect(flags(.unreachable) == [])
    #expect(flags(.prohibited) == [])
  }

  @Test func everyMediumHasItsFlags() {
    #expect(flags(.behindGateway, .wifi) == [.reachable])
    #expect(flags(.behindGateway, .cellular) == [.reachable, .transientConnection, .isWWAN])
    #expect(flags(.behindGateway, .other, over: .wifi) == [.reachable, .transientConnection])
    #expect(
      flags(.behindGateway, .other, over: .cellular) == [.reachable, .transientConnection, .isWWAN])
    #expect(
      flags(.behindGateway, .cellular, .dormant) == [
        .reachable, .connectionRequired, .transientConnection, .isWWAN,
      ])
    #expect(
      flags(.behindGateway, .wiredEthernet, .dormant) == [
        .reachable, .connectionRequired, .transientConnection,
      ])
  }

  @Test func linkLocalAddressIsNotReachedThroughARouter() {
    #expect(flags(.onLink, host: "169.254.0.0") == [.reachable, .isDirect])
    #expect(flags(.behindGateway, host: "169.254.0.0") == [])
    #expect(flags(.behindGateway, host: "169.255.0.0") == [.reachable])
  }

  @Test func nothingAtAllIsTheWayToEverywhere() {
    func flags(_ snapshot: NetworkSnapshot, _ host: String = "0.0.0.0") -> Flags? {
      SCNetworkReachability.make(host, .init(backend: ScriptedBackend(snapshot)))?.flags
    }
    #expect(flags(.online()) == [.reachable])
    #expect(flags(.online(), "::") == [.reachable])
    #expect(flags(.offline) == [])
    // Who cannot know must not refuse to try.
    #expect(flags(.unknown) == [.reachable])
  }

  @Test func nameThatIsNotScheduledIsNeverResolved() {
    let resolver = ScriptedResolver()
    func flags(_ snapshot: NetworkSnapshot) -> Flags? {
      SCNetworkReachability.make(
        "example.org", .init(backend: ScriptedBackend(snapshot), resolver: resolver))?
        .flags
    }
    #expect(flags(.online()) == [.reachable])
    #expect(flags(.offline) == [])
    #expect(resolver.asked.isEmpty)
  }

  @Test func pairNeedsItsOwnAddress() {
    func flags(_ own: UInt8, _ remote: UInt8?) -> Flags? {
      var snapshot = NetworkSnapshot.online()
      let loopback = NetworkInterface(name: "lo", index: 1, type: .loopback)
      snapshot.links.append(NetworkLink(loopback, condition: .loopback))
      snapshot.destinations = [
        "192.0.2.1": DestinationRoute(.local, egresses: [NetworkEgress(.ipv4, linkIndex: 1)]),
        "192.0.2.2": DestinationRoute(.onLink, egresses: snapshot.egresses),
      ]
      let environment = ReachabilityEnvironment(backend: ScriptedBackend(snapshot))
      return ReachabilityEnvironment.$current.withValue(environment) {
        withIPv4(192, 0, 2, own) { local in
          guard let remote else {
            return unsafe SCNetworkReachabilityCreateWithAddressPair(nil, local, nil)?.flags
          }
          return withIPv4(192, 0, 2, remote) {
            unsafe SCNetworkReachabilityCreateWithAddressPair(nil, local, $0)?.flags
          }
        }
      }
    }
    #expect(flags(1, 2) == [.reachable, .isDirect])
    #expect(flags(2, 1) == [])
    #expect(flags(1, nil) == [.reachable, .isDirect, .isLocalAddress])
    #expect(flags(2, nil) == [])
  }
}
