extension NetworkPath {
  /// What differs between two paths, by why it matters.
  public struct Changes: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// A bit for each change.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The status, or the reason why it is unsatisfied: whether to try at all.
    public static let status = Changes(rawValue: 1 << 0)
    /// The first interface, by index, name or type: connections that stand go by another one.
    public static let primaryInterface = Changes(rawValue: 1 << 1)
    /// The interfaces after the first, or what any of them runs over: what else could be used.
    public static let otherInterfaces = Changes(rawValue: 1 << 2)
    /// Whether IPv4 or IPv6 packets can leave: which addresses of a host to try.
    public static let addressFamilies = Changes(rawValue: 1 << 3)
    /// The routers: with the same interface, as a rule another network, or another part of it.
    public static let gateways = Changes(rawValue: 1 << 4)
    /// Whether a name server is configured: names, and not the packets.
    public static let dns = Changes(rawValue: 1 << 5)
    /// Whether the path is expensive or constrained: how much to send.
    public static let cost = Changes(rawValue: 1 << 6)
    /// Where the host is that the monitor was made for, or which of its addresses is reached.
    public static let destination = Changes(rawValue: 1 << 7)

    private static let names: [(Changes, String)] = [
      (.status, "status"), (.primaryInterface, "primary interface"),
      (.otherInterfaces, "other interfaces"), (.addressFamilies, "address families"),
      (.gateways, "gateways"), (.dns, "DNS"), (.cost, "cost"), (.destination, "destination"),
    ]

    /// The changes in words, `status, gateways`; `none` if there are none.
    public var description: String {
      isEmpty ? "none" : Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }

    /// Whether connections that were made before are better made anew: the way they went is not the way any
    /// more.
    public var affectsConnections: Bool {
      !isDisjoint(with: [.status, .primaryInterface, .addressFamilies, .gateways, .destination])
    }
  }

  /// What differs between this path and an earlier one; empty if they are equal.
  public func changes(since earlier: NetworkPath) -> Changes {
    var changes: Changes = []
    func note(_ change: Changes, _ differs: Bool) {
      if differs { changes.insert(change) }
    }
    let interfaces = availableInterfaces
    let others = earlier.availableInterfaces
    note(.status, status != earlier.status || unsatisfiedReason != earlier.unsatisfiedReason)
    note(.primaryInterface, interfaces.first?.identity != others.first?.identity)
    note(
      .otherInterfaces,
      interfaces.dropFirst().map(\.identity) != others.dropFirst().map(\.identity)
        || underlyingTypes != earlier.underlyingTypes)
    note(.addressFamilies, supportsIPv4 != earlier.supportsIPv4 || supportsIPv6 != earlier.supportsIPv6)
    note(.gateways, gateways != earlier.gateways)
    note(.dns, supportsDNS != earlier.supportsDNS)
    note(.cost, isExpensive != earlier.isExpensive || isConstrained != earlier.isConstrained)
    note(.destination, destination != earlier.destination)
    return changes
  }
}

extension NetworkInterface {
  /// All that is told of an interface; its own equality leaves the type out.
  fileprivate struct Identity: Equatable {
    var index: Int
    var name: String
    var type: InterfaceType
  }

  fileprivate var identity: Identity { Identity(index: index, name: name, type: type) }
}
