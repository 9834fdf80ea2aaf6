/// The egresses that count, over links in one condition.
struct Candidates {
  /// A link as the policy has it.
  private struct Candidate {
    var link: NetworkLink
    var effect: PathPolicy.Effect
    /// The type that the system tells.
    var systemType: NetworkInterface.InterfaceType

    /// What the policy says of the cost; nil if it says nothing.
    var isExpensiveByPolicy: Bool? {
      effect.isExpensive?.value ?? (effect.interfaceType == nil ? nil : link.isExpensive)
    }
  }

  private(set) var first: NetworkEgress?
  private var candidates: [Candidate] = []
  private var gateways: [NetworkEndpoint] = []
  private var hasIPv4 = false
  private var hasIPv6 = false

  init(
    _ snapshot: NetworkSnapshot, _ requirements: PathRequirements, _ egresses: [NetworkEgress],
    _ condition: NetworkLink.Condition
  ) {
    // The kernel has no metric across families: IPv4's egress comes first, as in NetworkManager.
    for family in NetworkEgress.Family.allCases {
      for egress in egresses where egress.family == family {
        guard
          let link = snapshot.links.first(where: { $0.interface.index == egress.linkIndex }),
          link.condition == condition, let candidate = Self.candidate(link, requirements)
        else { continue }
        first = first ?? egress
        switch family {
        case .ipv4: hasIPv4 = true
        case .ipv6: hasIPv6 = true
        }
        if !candidates.contains(where: { $0.link.interface.index == link.interface.index }) {
          candidates.append(candidate)
        }
        for gateway in egress.gateways { gateways.append(.hostPort(host: gateway, port: .any)) }
      }
    }
  }

  /// The link as the policy has it; nil if anything is against it.
  private static func candidate(_ link: NetworkLink, _ requirements: PathRequirements) -> Candidate? {
    let effect = requirements.policy.effect(on: link.interface)
    let typed = link.typed(by: effect)
    guard requirements.objection(to: typed, effect) == nil else { return nil }
    return Candidate(link: typed, effect: effect, systemType: link.interface.type)
  }

  var isEmpty: Bool { candidates.isEmpty }

  /// The type of the first link.
  var bestType: NetworkInterface.InterfaceType? { candidates.first?.link.interface.type }

  func path(
    _ status: NetworkPath.Status, _ snapshot: NetworkSnapshot, _ destination: NetworkPath.Destination?
  ) -> NetworkPath {
    NetworkPath(
      status: status, availableInterfaces: candidates.map(\.link.interface), isExpensive: isExpensive,
      isConstrained: isConstrained, supportsIPv4: hasIPv4,
      supportsIPv6: hasIPv6, supportsDNS: snapshot.hasNameserver, gateways: gateways,
      underlyingTypes: candidates.reduce(into: []) { $0.formUnion($1.link.underlyingTypes) },
      destination: destination)
  }

  /// The first link's; where that is a tunnel whose lower link is not known, what it runs over is most
  /// likely the first that is no tunnel.
  private var isExpensive: Bool {
    guard let first = candidates.first else { return false }
    if let isExpensive = first.isExpensiveByPolicy ?? carrier?.isExpensiveByPolicy { return isExpensive }
    if first.link.isExpensive { return true }
    guard first.link.isTunnel, first.link.underlyingTypes.isEmpty else { return false }
    return candidates.first { !$0.link.isTunnel }?.link.isExpensive == true
  }

  /// The system has no source for it, so that only a policy says it.
  private var isConstrained: Bool {
    (candidates.first?.effect.isConstrained ?? carrier?.effect.isConstrained)?.value ?? false
  }

  /// What the first link most likely runs over if it is a tunnel: the first that is none, of a type that it is known
  /// to run over.
  private var carrier: Candidate? {
    guard let first = candidates.first?.link, first.isTunnel else { return nil }
    return candidates.first { candidate in
      !candidate.link.isTunnel
        && (first.underlyingTypes.isEmpty || first.underlyingTypes.contains(candidate.systemType))
    }
  }
}
