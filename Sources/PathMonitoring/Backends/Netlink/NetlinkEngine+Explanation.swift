internal import Netlink

extension NetlinkEngine where Kernel: ~Copyable {
  /// Asks `kernel` everything, for a person who looks for a fault.
  static func explanation(
    _ kernel: consuming Kernel, sysfs: @escaping InterfaceNatures.SysfsReader,
    _ requirements: PathRequirements
  ) throws(NetlinkError) -> PathExplanation {
    var engine = NetlinkEngine(kernel, sysfs: sysfs)
    engine.hasNameserver = ResolverWatch(ResolverWatch.Files(areFollowed: false)).hasNameserver
    engine.watch(Set(requirements.addresses ?? []))
    engine.details = [:]
    _ = try engine.snapshot(now: .now)
    return engine.explained(requirements)
  }

  /// What was found out about every link for the last snapshot, best first.
  mutating func explained(_ requirements: PathRequirements) -> PathExplanation {
    let snapshot = composed()
    let order = snapshot.links.map(\.interface.index)
    func rank(_ link: LinkRecord) -> Int { order.firstIndex(of: Int(link.index)) ?? .max }
    let records = view.links.values.sorted { (rank($0), $0.index) < (rank($1), $1.index) }
    var links: [PathExplanation.Link] = []
    for record in records {
      let link = described(record)
      var reasons: [NetworkEgress.Family: PathExplanation.Reason] = [:]
      for family in AddressFamily.allCases {
        reasons[NetworkEgress.Family(family)] = reason(record, link.interface, family)
      }
      links.append(
        PathExplanation.Link(link: link, requirements: requirements, families: reasons))
    }
    var families: [NetworkEgress.Family: PathExplanation.Verdict] = [:]
    for family in AddressFamily.allCases { families[NetworkEgress.Family(family)] = verdict(family) }
    return PathExplanation(
      path: PathEvaluator.path(snapshot, requirements), links: links, families: families,
      hasNameserver: hasNameserver)
  }

  private func verdict(_ family: AddressFamily) -> PathExplanation.Verdict {
    guard view.addresses.hasCounting(family) else { return .noAddress }
    switch findings.root(Subject(family: family)) {
    case .way(let way): return .leaves(way.linkIndexes.map { view.links[$0]?.name ?? "link \($0)" })
    case .refused(let errno): return .refused("\(errno)", isRejectRoute: errno != .networkUnreachable)
    case .tooNarrow(let length): return .tooNarrow(prefixLength: Int(length))
    case .notAsked, nil: return .noAddress
    }
  }

  private func reason(
    _ link: LinkRecord, _ interface: NetworkInterface, _ family: AddressFamily
  ) -> PathExplanation.Reason {
    guard link.isWorthAsking else { return .condition(link.condition) }
    guard view.addresses.hasCounting(family) else {
      return .noSource(view.addresses.addresses(ofLink: link.index, family))
    }
    switch details?[Subject(family: family).target(link.index)] {
    case .refused(let errno):
      // Bound to a link, IPv4 calls a missing route EHOSTUNREACH (net/ipv4/route.c, inet_rtm_getroute).
      let isMissing = errno == .networkUnreachable || (family == .ipv4 && errno == .hostUnreachable)
      return .noRoute("\(errno)", isRejectRoute: !isMissing)
    case .tooNarrow(let length): return .tooNarrow(prefixLength: Int(length))
    case .notAsked, nil: return .noSource(view.addresses.addresses(ofLink: link.index, family))
    case .way(let way):
      let egress = egress(family, interface, way)
      if let source = egress.source, !source.counts { return .badSource(source) }
      if case .leaves = verdict(family) {
        let isChosen = findings.root(Subject(family: family))?.way?.linkIndexes.contains(link.index)
        return .inPath(egress, metric: way.metric, isChosenByKernel: isChosen == true)
      }
      return .familyBarred
    }
  }
}
