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
    let usable = Candidates(snapshot, requirements, .usable)
    if !usable.isEmpty { return usable.path(.satisfied, snapshot) }
    // No link can be used now; one that waits for an outside event may come (RFC 2863, ifOperStatus 5).
    let dormant = Candidates(snapshot, requirements, .dormant)
    if !dormant.isEmpty { return dormant.path(.requiresConnection, snapshot) }
    return NetworkPath(status: .unsatisfied)
  }
}

/// The egresses that count, over links in one condition.
private struct Candidates {
  private var links: [NetworkLink] = []
  private var gateways: [NetworkEndpoint] = []
  private var families: Set<NetworkEgress.Family> = []

  init(_ snapshot: NetworkSnapshot, _ requirements: PathRequirements, _ condition: NetworkLink.Condition) {
    // The kernel has no metric across families: IPv4's egress comes first, as in NetworkManager.
    for family in NetworkEgress.Family.allCases {
      for egress in snapshot.egresses where egress.family == family && egress.source?.counts != false {
        guard
          let link = snapshot.links.first(where: { $0.interface.index == egress.linkIndex }),
          link.condition == condition, requirements.objection(to: link) == nil
        else { continue }
        families.insert(family)
        if !links.contains(where: { $0.interface.index == link.interface.index }) { links.append(link) }
        gateways += egress.gateways.map { .hostPort(host: $0, port: .any) }
      }
    }
  }

  var isEmpty: Bool { links.isEmpty }

  func path(_ status: NetworkPath.Status, _ snapshot: NetworkSnapshot) -> NetworkPath {
    NetworkPath(
      status: status, availableInterfaces: links.map(\.interface), isExpensive: isExpensive,
      supportsIPv4: families.contains(.ipv4), supportsIPv6: families.contains(.ipv6),
      supportsDNS: snapshot.hasNameserver, gateways: gateways,
      underlyingTypes: links.reduce(into: []) { $0.formUnion($1.underlyingTypes) })
  }

  /// The first link's; where that is a tunnel whose lower link is not known, what it runs over is most
  /// likely the first that is no tunnel.
  private var isExpensive: Bool {
    guard let first = links.first else { return false }
    if first.isExpensive { return true }
    guard first.isTunnel, first.underlyingTypes.isEmpty else { return false }
    return links.first { !$0.isTunnel }?.isExpensive == true
  }
}
