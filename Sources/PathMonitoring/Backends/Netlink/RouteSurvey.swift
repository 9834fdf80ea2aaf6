internal import Netlink

/// Asks the kernel which links lead everywhere, in as few exchanges as possible.
enum RouteSurvey {
  /// One thing to find out: where packets of a family go, from a socket bound to a link or (0) unbound: those to
  /// everywhere, or to one destination.
  struct Target: Hashable {
    var family: AddressFamily
    var linkIndex: Int32
    var destination: RawAddress?
  }

  /// A finding for each target, in their order. With `settling` the kernel finishes first what it has begun. Who fears
  /// that there is no way any more is told so after one wave.
  static func findings<Kernel: RouteKernel & ~Copyable>(
    _ targets: [Target], _ kernel: inout Kernel, settling: Bool = false, fearsLoss: Bool = false
  ) throws(NetlinkError) -> [RouteFinding] {
    var inquiries: [SampleInquiry] = []
    inquiries.reserveCapacity(targets.count * 2)
    for target in targets { SampleInquiry.append(of: target, to: &inquiries, fearsLoss: fearsLoss) }
    var settling = settling
    var questions: [RouteQuestion] = []
    var askers: [Int] = []
    questions.reserveCapacity(inquiries.count)
    askers.reserveCapacity(inquiries.count)
    while true {
      // One wave: the first sample of every group, then all others of those that it has not decided.
      questions.removeAll(keepingCapacity: true)
      askers.removeAll(keepingCapacity: true)
      var start = 0
      while start < inquiries.count {
        let siblings = inquiries[start].siblings
        start = siblings.upperBound
        if SampleInquiry.isLost(inquiries, siblings) { continue }
        for index in siblings {
          for sample in inquiries[index].advance() {
            questions.append(RouteQuestion(destination: sample, linkIndex: inquiries[index].target.linkIndex))
            askers.append(index)
          }
        }
      }
      if questions.isEmpty { break }
      try kernel.lookUp(questions, settling: settling) { inquiries[askers[$0]].hear($1) }
      settling = false
    }
    var findings: [RouteFinding] = []
    findings.reserveCapacity(targets.count)
    var start = 0
    while start < inquiries.count {
      let siblings = inquiries[start].siblings
      findings.append(try finding(inquiries[siblings], &kernel))
      start = siblings.upperBound
    }
    return findings
  }

  /// What the groups of one target come to.
  private static func finding<Kernel: RouteKernel & ~Copyable>(
    _ groups: ArraySlice<SampleInquiry>, _ kernel: inout Kernel
  ) throws(NetlinkError) -> RouteFinding {
    var way = RouteWay()
    for place in groups.indices {
      guard let answer = groups[place].answer else {
        // Why there is none is what the group that is through without one heard last.
        let lost = groups.first { $0.answer == nil && !$0.isOpen }
        return lost?.failure ?? .notAsked
      }
      let target = groups[place].target
      let isBound = target.linkIndex != 0
      // The match names the link that has the address, the choice the one that packets go by.
      let legs = answer.isLocal ? answer.choice.map { [$0] } ?? [] : try legs(answer, &kernel)
      // IPv6 routes by a group of next hop objects heed no binding: the answer may be another link's.
      if isBound, !legs.contains(where: { $0.outputIndex == target.linkIndex }) {
        return .refused(.networkUnreachable)
      }
      if isBound, !answer.isLocal {
        // Packets of a bound socket take no other leg.
        if way.linkIndexes.isEmpty { way.linkIndexes = [target.linkIndex] }
      } else if place == groups.startIndex {
        way.linkIndexes = legs.map(\.outputIndex).withoutRepeats
      } else if !way.linkIndexes.allSatisfy({ index in legs.contains { $0.outputIndex == index } }) {
        way.linkIndexes.removeAll { index in !legs.contains { $0.outputIndex == index } }
      }
      for leg in legs where !isBound || leg.outputIndex == target.linkIndex {
        if let gateway = leg.gateway, !answer.isLocal, !way.gateways.contains(gateway) {
          way.gateways.append(gateway)
        }
      }
      way.isLocal = answer.isLocal
      way.metric = max(way.metric, answer.metric)
      way.preferenceRank = answer.preferenceRank
      // Without a preferred source the kernel names none of IPv6 only if it has none: no way then.
      let source = answer.source ?? RawAddress(family: target.family, high: 0, low: 0)
      if !way.sources.contains(source) { way.sources.append(source) }
      if let expires = answer.expires { way.expires = min(way.expires ?? .max, expires) }
    }
    return .way(way)
  }

  /// The ways of a matched route: its own, its multipath's, or those of its next hop object.
  private static func legs<Kernel: RouteKernel & ~Copyable>(
    _ answer: SampleInquiry.Answer, _ kernel: inout Kernel
  ) throws(NetlinkError) -> [RouteLeg] {
    if !answer.legs.isEmpty { return answer.legs }
    if let leg = answer.leg { return [leg] }
    // With net.ipv4.nexthop_compat_mode=0 the match names an object and nothing else.
    var legs: [RouteLeg] = []
    if let id = answer.nextHopID, let hop = try kernel.nextHop(id) {
      var hops = [hop]
      if !hop.members.isEmpty {
        hops = []
        for member in hop.members { if let hop = try kernel.nextHop(member) { hops.append(hop) } }
      }
      for hop in hops {
        if let index = hop.outputIndex {
          legs.append(RouteLeg(outputIndex: index, flags: hop.flags, gateway: hop.gateway))
        }
      }
    }
    if legs.isEmpty, let leg = answer.choice { legs.append(leg) }
    return legs
  }
}
