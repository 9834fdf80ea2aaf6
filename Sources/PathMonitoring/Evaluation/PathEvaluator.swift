/// Decides the path from a snapshot. Pure: no clock, no system call.
package enum PathEvaluator {
  /// The path that `snapshot` gives a monitor with `requirements`.
  package static func path(_ snapshot: NetworkSnapshot, _ requirements: PathRequirements = .init())
    -> NetworkPath
  {
    // Who cannot know must not refuse to try.
    if snapshot.isUnknown {
      return NetworkPath(status: .satisfied, supportsIPv4: true, supportsIPv6: true, supportsDNS: true)
    }
    if let addresses = requirements.addresses { return path(snapshot, requirements, to: addresses) }
    let egresses = snapshot.egresses.filter { $0.source?.counts != false }
    return path(snapshot, requirements, over: egresses)
      ?? NetworkPath(status: .unsatisfied, unsatisfiedReason: denial(snapshot, requirements, egresses))
  }

  /// Why there is no path over the egresses, if it is for the policy alone.
  private static func denial(
    _ snapshot: NetworkSnapshot, _ requirements: PathRequirements, _ egresses: [NetworkEgress]
  ) -> NetworkPath.UnsatisfiedReason {
    guard !requirements.policy.rules.isEmpty else { return .notAvailable }
    switch Candidates(snapshot, requirements.withoutPolicyProhibitions, egresses, .usable).bestType {
    case .cellular: return .cellularDenied
    case .wifi: return .wifiDenied
    case .wiredEthernet, .loopback, .other, nil: return .notAvailable
    }
  }

  /// The path over some of the egresses; nil if none can be used.
  private static func path(
    _ snapshot: NetworkSnapshot, _ requirements: PathRequirements, over egresses: [NetworkEgress],
    _ condition: NetworkLink.Condition = .usable,
    to destination: (NetworkEgress) -> NetworkPath.Destination? = { _ in nil }
  ) -> NetworkPath? {
    let usable = Candidates(snapshot, requirements, egresses, condition)
    if !usable.isEmpty { return usable.path(.satisfied, snapshot, usable.first.flatMap(destination)) }
    // No link can be used now; one that waits for an outside event may come (RFC 2863, ifOperStatus 5).
    let dormant = Candidates(snapshot, requirements, egresses, .dormant)
    if !dormant.isEmpty {
      return dormant.path(.requiresConnection, snapshot, dormant.first.flatMap(destination))
    }
    return nil
  }

  // MARK: To one host

  /// The path by the first of the addresses that can be reached, or else what is wrong with the first.
  private static func path(
    _ snapshot: NetworkSnapshot, _ requirements: PathRequirements, to addresses: [NetworkEndpoint.Host]
  ) -> NetworkPath {
    let paths = addresses.map { path(snapshot, requirements, to: $0, count: addresses.count) }
    return paths.first { $0.status == .satisfied } ?? paths.first { $0.status == .requiresConnection }
      ?? paths.first
      ?? NetworkPath(
        status: .unsatisfied, destination: .init(.unresolved, addressCount: 0))
  }

  private static func path(
    _ snapshot: NetworkSnapshot, _ requirements: PathRequirements, to address: NetworkEndpoint.Host,
    count: Int
  ) -> NetworkPath {
    func destination(_ place: DestinationRoute.Place) -> NetworkPath.Destination {
      .init(.init(place), address: address, addressCount: count)
    }
    let route = snapshot.destinations?[address] ?? snapshot.guess(address)
    let place = route.place
    if place == .prohibited || place == .unreachable {
      return NetworkPath(status: .unsatisfied, destination: destination(place))
    }
    // A neighbour may be spoken to from an address that only means something on its link.
    let egresses = route.egresses.filter { $0.source?.state.counts != false || place == .local }
    if place == .local, egresses.isEmpty {
      // A host reaches itself, whatever is known of its links.
      return NetworkPath(status: .satisfied, destination: destination(.local))
    }
    // A backend need not know the gateway of the way that it means.
    return path(
      snapshot, requirements, over: egresses, place == .local ? .loopback : .usable,
      to: { way in destination(way == route.egresses.first ? place : place.over(way)) })
      ?? NetworkPath(
        status: .unsatisfied, unsatisfiedReason: denial(snapshot, requirements, egresses),
        destination: destination(.unreachable))
  }
}

extension NetworkSnapshot {
  /// What the egresses alone say of an address.
  fileprivate func guess(_ address: NetworkEndpoint.Host) -> DestinationRoute {
    let (family, isLoopback): (NetworkEgress.Family, Bool)
    switch address {
    case .ipv4(let address): (family, isLoopback) = (.ipv4, address.rawValue.first == 127)
    case .ipv6(let address): (family, isLoopback) = (.ipv6, address.isLoopback)
    case .name: return DestinationRoute(.unreachable)
    }
    if isLoopback || egresses.contains(where: { $0.source?.address == address }) {
      let loopbacks = links.filter { $0.condition == .loopback }
      return DestinationRoute(
        .local, egresses: loopbacks.map { NetworkEgress(family, linkIndex: $0.interface.index) })
    }
    let ways = egresses.filter { $0.family == family && $0.source?.counts != false }
    guard let first = ways.first else { return DestinationRoute(.unreachable) }
    return DestinationRoute(first.gateways.isEmpty ? .onLink : .behindGateway, egresses: ways)
  }
}

extension NetworkPath.Destination.Place {
  fileprivate init(_ place: DestinationRoute.Place) {
    switch place {
    case .local: self = .local
    case .onLink: self = .onLink
    case .behindGateway: self = .behindGateway
    case .unreachable: self = .unreachable
    case .prohibited: self = .prohibited
    }
  }
}
