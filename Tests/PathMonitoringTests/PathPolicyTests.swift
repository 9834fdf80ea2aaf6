import PathMonitoring
import TestSupport
import Testing

/// What a policy makes of a snapshot.
@Suite struct PathPolicyTests {
  private typealias Rule = PathPolicy.Rule

  private func path(
    _ snapshot: NetworkSnapshot, _ rules: PathPolicy.Rule...,
    prohibiting: Set<NetworkInterface.InterfaceType> = [],
    requiring: NetworkInterface.InterfaceType? = nil
  ) -> NetworkPath {
    PathEvaluator.path(
      snapshot,
      PathRequirements(
        requiredType: requiring, prohibitedTypes: prohibiting, policy: PathPolicy(rules)))
  }

  private static let modem = NetworkSnapshot.online("wwan0", .cellular)

  @Test func nothingSaidChangesNothing() {
    for snapshot in [Self.modem, .online(), .offline, .unknown, NetworkSnapshot(both)] {
      #expect(path(snapshot) == PathEvaluator.path(snapshot))
      #expect(path(snapshot, Rule(name: "none*", isProhibited: true)) == PathEvaluator.path(snapshot))
      #expect(path(snapshot, Rule()) == PathEvaluator.path(snapshot))
    }
  }

  @Test(
    "the first rule that speaks of a property decides it",
    arguments: [
      ([Rule(isExpensive: false)], false), ([Rule(name: "wwan0", isExpensive: false)], false),
      ([Rule(name: "wwan?", isExpensive: false), Rule(isExpensive: true)], false),
      ([Rule(isExpensive: true), Rule(name: "wwan?", isExpensive: false)], true),
      ([Rule(name: "eth0", isExpensive: false)], true),
      ([Rule(isConstrained: true), Rule(ofType: .cellular, isExpensive: false)], false),
      ([Rule(name: "wwan0", ofType: .wifi, isExpensive: false)], true),
      // By its type it costs nothing any more, but a rule may say otherwise.
      ([Rule(interfaceType: .wiredEthernet)], false),
      ([Rule(interfaceType: .wiredEthernet), Rule(isExpensive: true)], true),
      // What is matched is the system's type, not that of another rule.
      ([Rule(interfaceType: .wifi), Rule(ofType: .wifi, isExpensive: false)], false),
      ([Rule(interfaceType: .cellular), Rule(ofType: .wifi, isExpensive: false)], true),
    ])
  private func cost(_ rules: [PathPolicy.Rule], _ isExpensive: Bool) {
    let requirements = PathRequirements(policy: PathPolicy(rules))
    #expect(PathEvaluator.path(Self.modem, requirements).isExpensive == isExpensive)
  }

  @Test func typeIsShownAndAskedFor() {
    let phone = Rule(name: "usb0", interfaceType: .cellular)
    let snapshot = NetworkSnapshot.online("usb0", .wiredEthernet)
    let seen = path(snapshot, phone)
    #expect(seen.availableInterfaces.map(\.type) == [.cellular])
    #expect(seen.isExpensive && seen.usesInterfaceType(.cellular) && !seen.usesInterfaceType(.wiredEthernet))
    #expect(path(snapshot, phone, prohibiting: [.cellular]).status == .unsatisfied)
    #expect(path(snapshot, phone, prohibiting: [.wiredEthernet]).status == .satisfied)
    #expect(path(snapshot, phone, requiring: .cellular).status == .satisfied)
    #expect(path(snapshot, phone, requiring: .wiredEthernet).status == .unsatisfied)
  }

  @Test func costIsThatOfTheFirstInterface() {
    let snapshot = NetworkSnapshot(both)
    let second = Rule(name: "wlan0", isExpensive: true, isConstrained: true)
    #expect(!path(snapshot, second).isExpensive && !path(snapshot, second).isConstrained)
    let first = Rule(name: "eth0", isExpensive: true, isConstrained: true)
    #expect(path(snapshot, first).isExpensive && path(snapshot, first).isConstrained)
    let changes = path(snapshot, first).changes(since: path(snapshot))
    #expect(changes == [.cost])
  }

  @Test func prohibitedInterfaceIsLeftOut() {
    let snapshot = NetworkSnapshot(both)
    #expect(
      path(snapshot, Rule(name: "eth*", isProhibited: true)).availableInterfaces.map(\.name) == ["wlan0"])
    let exception = path(snapshot, Rule(name: "wlan0", isProhibited: false), Rule(isProhibited: true))
    #expect(exception.availableInterfaces.map(\.name) == ["wlan0"])
  }

  @Test(
    "a path that only the policy bars says which medium it denies",
    arguments: [
      (NetworkInterface.InterfaceType.cellular, NetworkPath.UnsatisfiedReason.cellularDenied),
      (.wifi, .wifiDenied), (.wiredEthernet, .notAvailable), (.other, .notAvailable),
    ])
  func denial(_ type: NetworkInterface.InterfaceType, _ reason: NetworkPath.UnsatisfiedReason) {
    let all = Rule(isProhibited: true)
    let snapshot = NetworkSnapshot.online("x0", type)
    #expect(path(snapshot, all) == NetworkPath(status: .unsatisfied, unsatisfiedReason: reason))
    // What would not have been a path anyhow is not denied.
    #expect(path(snapshot, all, prohibiting: [type]).unsatisfiedReason == .notAvailable)
    var unplugged = snapshot
    unplugged.links[0].condition = .noCarrier
    #expect(path(unplugged, all).unsatisfiedReason == .notAvailable)
    #expect(path(.offline, all).unsatisfiedReason == .notAvailable)
  }

  @Test func pathToAHostObeysToo() {
    var requirements = PathRequirements(policy: PathPolicy([Rule(isExpensive: false, isConstrained: true)]))
    requirements.addresses = ["198.51.100.1"]
    let path = PathEvaluator.path(Self.modem, requirements)
    #expect(path.status == .satisfied && !path.isExpensive && path.isConstrained)
    requirements.policy.rules = [Rule(ofType: .cellular, isProhibited: true)]
    let barred = PathEvaluator.path(Self.modem, requirements)
    #expect(barred.status == .unsatisfied && barred.unsatisfiedReason == .cellularDenied)
    #expect(barred.destination?.place == .unreachable)
  }

  @Test("a tunnel costs what the policy says of what it may run over")
  func tunnel() {
    func overModem(_ known: Set<NetworkInterface.InterfaceType>, _ rules: PathPolicy.Rule...) -> NetworkPath {
      let tunnel = NetworkLink(
        NetworkInterface(name: "tun0", index: 9, type: .other), underlyingTypes: known, isTunnel: true)
      return PathEvaluator.path(
        NetworkSnapshot([tunnel] + Self.modem.links), PathRequirements(policy: PathPolicy(rules)))
    }
    for known in [[], [.cellular]] as [Set<NetworkInterface.InterfaceType>] {
      #expect(overModem(known).isExpensive)
      #expect(!overModem(known, Rule(name: "wwan0", isExpensive: false)).isExpensive)
      #expect(!overModem(known, Rule(name: "wwan0", interfaceType: .other)).isExpensive)
      #expect(overModem(known, Rule(name: "wwan0", isConstrained: true)).isConstrained)
      #expect(
        overModem(known, Rule(name: "wwan0", isExpensive: false), Rule(name: "tun0", isExpensive: true))
          .isExpensive)
    }
    // What it does not run over says nothing.
    #expect(!overModem([.wifi], Rule(name: "wwan0", isExpensive: true, isConstrained: true)).isExpensive)
    #expect(!overModem([.wifi], Rule(name: "wwan0", isExpensive: true, isConstrained: true)).isConstrained)
  }

  @Test func monitorsOfOneSourceHaveTheirOwn() async {
    let backend = ScriptedBackend()
    let plain = PathMonitor(backend: backend)
    let careful = PathMonitor(
      backend: backend, policy: PathPolicy([Rule(ofType: .wifi, isConstrained: true)]))
    var (plainPaths, carefulPaths) = (plain.makeAsyncIterator(), careful.makeAsyncIterator())
    backend.send(.online("wlan0", .wifi))
    #expect(await plainPaths.next()?.isConstrained == false)
    #expect(await carefulPaths.next()?.isConstrained == true)
  }

  private var both: [NetworkLink] {
    [
      NetworkLink(NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)),
      NetworkLink(NetworkInterface(name: "wlan0", index: 3, type: .wifi)),
    ]
  }
}

extension NetworkSnapshot {
  /// Links with a way out each, the first one best.
  fileprivate init(_ links: [NetworkLink]) {
    self.init(
      links: links, egresses: links.map { NetworkEgress(.ipv4, linkIndex: $0.interface.index) })
  }
}
