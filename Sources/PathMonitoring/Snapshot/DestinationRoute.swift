/// What the system answers about packets to one address.
public struct DestinationRoute: Hashable, Sendable {
  /// Where the address is, seen from here.
  public enum Place: Hashable, Sendable {
    /// It is one of the host's own.
    case local
    /// On a network that a link is attached to: no router lies between.
    case onLink
    /// Behind a router.
    case behindGateway
    /// No route leads there, or one that says it is unreachable.
    case unreachable
    /// A route or a rule forbids packets to it.
    case prohibited
  }

  /// Where the address is.
  public var place: Place
  /// The ways there, the one that the system would take first; none if it cannot be reached. Those to an address of
  /// the host's own leave by the loopback link.
  public var egresses: [NetworkEgress]

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - place: where the address is.
  ///   - egresses: the ways there, best first.
  public init(_ place: Place, egresses: [NetworkEgress] = []) {
    self.place = place
    self.egresses = egresses
  }
}

extension DestinationRoute.Place {
  /// The place as seen over one of the ways there.
  package func over(_ way: NetworkEgress) -> Self {
    guard self == .onLink || self == .behindGateway else { return self }
    return way.gateways.isEmpty ? .onLink : .behindGateway
  }
}
