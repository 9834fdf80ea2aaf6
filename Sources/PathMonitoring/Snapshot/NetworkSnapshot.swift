/// Everything that a path is decided from, at one moment.
///
/// A backend makes snapshots; which path follows from one is decided in the same way for all of them.
public struct NetworkSnapshot: Hashable, Sendable {
  /// The links that egresses leave by. Others may be there and do not matter.
  public var links: [NetworkLink]

  /// The ways out, in the order in which the system would take them within each address family. A family
  /// that has no way out, since there is none or a reject route bars it, has none here.
  public var egresses: [NetworkEgress]

  /// Whether a name server is configured.
  public var hasNameserver: Bool

  /// Differs whenever the resolver is configured in another way: names may have other addresses by then.
  public var resolverVersion: Int

  /// What was found out about single addresses that monitors ask about; nil from a backend that does not tell, and
  /// then the egresses say what is known. An address that is missing has not been asked about yet.
  public var destinations: [NetworkEndpoint.Host: DestinationRoute]?

  /// Whether nothing could be read, so that the system may be online or not.
  public var isUnknown: Bool

  /// Makes a snapshot.
  ///
  /// - Parameters:
  ///   - links: the links that egresses leave by.
  ///   - egresses: the ways out, best first within each family.
  ///   - hasNameserver: whether a name server is configured.
  public init(links: [NetworkLink] = [], egresses: [NetworkEgress] = [], hasNameserver: Bool = false) {
    self.links = links
    self.egresses = egresses
    self.hasNameserver = hasNameserver
    resolverVersion = 0
    destinations = nil
    isUnknown = false
  }

  /// Nothing could be read. The path of it is satisfied and has no interface: a program that cannot know
  /// must not refuse to try.
  public static var unknown: NetworkSnapshot {
    var snapshot = NetworkSnapshot()
    snapshot.isUnknown = true
    return snapshot
  }
}
