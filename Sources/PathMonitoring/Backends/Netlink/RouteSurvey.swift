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

  /// A finding for each target, in their order. With `settling` the kernel finishes first what it has begun.
  static func findings<Kernel: RouteKernel & ~Copyable>(
    _ targets: [Target], _ kernel: inout Kernel, settling: Bool = false
  ) throws(NetlinkError) -> [RouteFinding] {
    var inquiries = targets.map(Inquiry.init)
    var settling = settling
    while true {
      // One wave: the first sample of every group, then all others of those that it has not decided.
      var questions: [RouteQuestion] = []
      for index in inquiries.indices { inquiries[index].ask(&questions) }
      if questions.isEmpty { break }
      let answers = try kernel.lookUp(questions, settling: settling)
      settling = false
      var next = 0
      for index in inquiries.indices { inquiries[index].hear(answers, &next) }
    }
    var findings: [RouteFinding] = []
    findings.reserveCapacity(targets.count)
    for inquiry in inquiries { findings.append(try inquiry.finding(&kernel)) }
    return findings
  }
}

/// The state of the questions for one target.
private struct Inquiry {
  /// A group of samples: those that are being asked, and what has been heard.
  struct Group {
    var samples: [RawAddress]
    var asked = 0..<0
    var answer: (match: RouteMessage, choice: RouteMessage)?
    var failure = RouteFinding.notAsked

    var isOpen: Bool { answer == nil && asked.upperBound < samples.count }
  }

  private let target: RouteSurvey.Target
  private var groups: [Group]

  init(_ target: RouteSurvey.Target) {
    self.target = target
    let samples = target.destination.map { [[$0]] } ?? SampleAddresses.groups(target.family)
    groups = samples.map { Group(samples: $0) }
  }

  /// Nothing further can make this target a way: one of its groups is decided and has none.
  private var isLost: Bool { groups.contains { $0.answer == nil && !$0.isOpen } }

  mutating func ask(_ questions: inout [RouteQuestion]) {
    let isLost = isLost
    for index in groups.indices {
      groups[index].advance(unless: isLost)
      for sample in groups[index].beingAsked {
        questions.append(RouteQuestion(destination: sample, linkIndex: target.linkIndex))
      }
    }
  }

  /// Takes the answers to what `ask` appended, from `next` on.
  mutating func hear(_ answers: [RouteAnswer], _ next: inout Int) {
    for index in groups.indices {
      for _ in groups[index].beingAsked {
        groups[index].hear(answers[next], target)
        next += 1
      }
    }
  }

  func finding<Kernel: RouteKernel & ~Copyable>(_ kernel: inout Kernel) throws(NetlinkError) -> RouteFinding {
    var way = RouteWay()
    for (place, group) in groups.enumerated() {
      guard let (match, choice) = group.answer else { return lostFinding }
      // The match names the link that has the address, the choice the one that packets go by.
      let isLocal = match.kind == .local
      let legs =
        isLocal
        ? choice.outputIndex.map { [RouteLeg(outputIndex: $0)] } ?? []
        : try Self.legs(match, choice, &kernel)
      let indexes = legs.map(\.outputIndex)
      // IPv6 routes by a group of next hop objects heed no binding: the answer may be another link's.
      if target.linkIndex != 0, !indexes.contains(target.linkIndex) { return .refused(.networkUnreachable) }
      way.linkIndexes = place == 0 ? indexes.withoutRepeats : way.linkIndexes.filter(indexes.contains)
      for leg in legs where target.linkIndex == 0 || leg.outputIndex == target.linkIndex {
        if let gateway = leg.gateway, !way.gateways.contains(gateway) { way.gateways.append(gateway) }
      }
      // Packets of a bound socket take no other leg.
      if target.linkIndex != 0, !isLocal { way.linkIndexes = [target.linkIndex] }
      way.isLocal = isLocal
      way.metric = max(way.metric, match.priority)
      way.preferenceRank = match.preference.map { [1: 0, 3: 2][$0] ?? 1 } ?? 1
      // Without a preferred source the kernel names none of IPv6 only if it has none: no way then.
      way.sources.append(choice.preferredSource ?? RawAddress(family: target.family, high: 0, low: 0))
      if let expires = match.expires ?? choice.expires { way.expires = min(way.expires ?? .max, expires) }
    }
    return .way(way)
  }

  /// Why there is no way: what the group that has none heard last.
  private var lostFinding: RouteFinding {
    groups.first { $0.answer == nil && !$0.isOpen }?.failure ?? .notAsked
  }

  /// The ways of a matched route: its own, its multipath's, or those of its next hop object.
  private static func legs<Kernel: RouteKernel & ~Copyable>(
    _ match: RouteMessage, _ choice: RouteMessage, _ kernel: inout Kernel
  ) throws(NetlinkError) -> [RouteLeg] {
    if !match.legs.isEmpty { return match.legs }
    if let index = match.outputIndex { return [RouteLeg(outputIndex: index, gateway: match.gateway)] }
    // With net.ipv4.nexthop_compat_mode=0 the match names an object and nothing else.
    var legs: [RouteLeg] = []
    if let id = match.nextHopID, let hop = try kernel.nextHop(id) {
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
    if legs.isEmpty, let index = choice.outputIndex {
      legs.append(RouteLeg(outputIndex: index, gateway: choice.gateway))
    }
    return legs
  }
}

extension Inquiry.Group {
  /// What is asked in this wave.
  var beingAsked: ArraySlice<RawAddress> { samples[asked] }

  /// Goes on to the samples of the next wave, if any is to be asked.
  mutating func advance(unless isLost: Bool) {
    let start = asked.upperBound
    asked =
      isLost || answer != nil ? start..<start : start..<(start == 0 ? min(1, samples.count) : samples.count)
  }

  mutating func hear(_ heard: RouteAnswer, _ target: RouteSurvey.Target) {
    // An earlier sample has told.
    guard answer == nil else { return }
    switch (heard.match, heard.choice) {
    case (.route(let match), .route(let choice)):
      // A route to a part of the network happens to catch this sample: it says nothing about the default.
      let isNarrow = match.prefixLength > SampleAddresses.widestPrefix(target.family)
      guard target.destination != nil || !isNarrow else {
        if failure == .notAsked { failure = .tooNarrow(prefixLength: match.prefixLength) }
        return
      }
      // To one destination there are other ways too: to the host itself, to a group, to all on a link.
      let ways: Set<RouteKind> = [.unicast, .local, .broadcast, .anycast, .multicast]
      guard match.kind == .unicast || (target.destination != nil && ways.contains(match.kind)) else {
        failure = .refused(.networkUnreachable)
        return
      }
      answer = (match, choice)
    case (.refused, .route(let choice))
    where target.destination != nil && [.local, .broadcast, .multicast].contains(choice.kind):
      // To 0.0.0.0, 255.255.255.255 and groups the kernel knows a way without any route, and then refuses to name
      // the route (inet_rtm_getroute in net/ipv4/route.c).
      answer = (choice, choice)
    case (.refused(.messageTooLong), .route(let choice)) where choice.kind == .unicast:
      // A route of hundreds of legs matches, which the kernel's answer has no room for (rtm_getroute_fib_match).
      answer = (choice, choice)
    case (.refused(let errno), _), (_, .refused(let errno)):
      failure = .refused(errno)
    }
  }
}
