internal import Netlink

/// What is asked for one group of a target's samples, and what has been heard.
struct SampleInquiry {
  /// The route that wins, as far as a way depends on it. Kept in place of the kernel's two messages, which have much
  /// more to say.
  struct Answer {
    /// The packets end at this host.
    var isLocal: Bool
    /// The match's own output.
    var leg: RouteLeg?
    /// Its outputs, if it has several.
    var legs: [RouteLeg]
    var nextHopID: UInt32?
    /// Where the packets go.
    var choice: RouteLeg?
    var metric: UInt32
    /// RFC 4191's preference of a router, as a rank: 0 high, 1 medium, 2 low.
    var preferenceRank: Int
    var source: RawAddress?
    /// In hundredths of a second.
    var expires: Int32?

    init(_ match: RouteMessage, _ choice: RouteMessage) {
      isLocal = match.kind == .local
      leg = match.outputIndex.map { RouteLeg(outputIndex: $0, gateway: match.gateway) }
      legs = match.legs
      nextHopID = match.nextHopID
      self.choice = choice.outputIndex.map { RouteLeg(outputIndex: $0, gateway: choice.gateway) }
      metric = match.priority
      preferenceRank =
        switch match.preference {
        case 1: 0
        case 3: 2
        default: 1
        }
      source = choice.preferredSource
      expires = match.expires ?? choice.expires
    }
  }

  let target: RouteSurvey.Target
  /// The places of all groups of the target, this one's among them.
  let siblings: Range<Int>
  private let samples: [RawAddress]
  private let isAskedWhole: Bool
  /// Samples asked so far.
  private var asked = 0
  private(set) var answer: Answer?
  /// What was heard last that is no answer.
  private(set) var failure = RouteFinding.notAsked

  /// Appends the groups of a target. Of the first one all samples are asked at once for who fears a loss: if none of
  /// them leads anywhere, nothing further can.
  static func append(
    of target: RouteSurvey.Target, to inquiries: inout [SampleInquiry], fearsLoss: Bool = false
  ) {
    let start = inquiries.count
    if let destination = target.destination {
      inquiries.append(
        SampleInquiry(
          target: target, siblings: start..<start + 1, samples: [destination], isAskedWhole: true))
      return
    }
    let groups = SampleAddresses.groups(target.family)
    for samples in groups {
      inquiries.append(
        SampleInquiry(
          target: target, siblings: start..<start + groups.count, samples: samples,
          isAskedWhole: fearsLoss && inquiries.count == start))
    }
  }

  private init(
    target: RouteSurvey.Target, siblings: Range<Int>, samples: [RawAddress], isAskedWhole: Bool
  ) {
    self.target = target
    self.siblings = siblings
    self.samples = samples
    self.isAskedWhole = isAskedWhole
  }

  /// Whether there is something left to ask.
  var isOpen: Bool { answer == nil && asked < samples.count }

  /// Whether nothing further can make the target of these groups a way: one of them is through and has none.
  static func isLost(_ inquiries: [SampleInquiry], _ siblings: Range<Int>) -> Bool {
    for place in siblings where inquiries[place].answer == nil && !inquiries[place].isOpen { return true }
    return false
  }

  /// The samples of the next wave: the first one, then all others.
  mutating func advance() -> ArraySlice<RawAddress> {
    guard isOpen else { return [] }
    let start = asked
    asked = start == 0 && !isAskedWhole ? 1 : samples.count
    return samples[start..<asked]
  }

  /// Takes the kernel's answer about one of the samples.
  mutating func hear(_ heard: RouteAnswer) {
    // An earlier sample has told.
    guard answer == nil else { return }
    switch heard.choice {
    case .refused(let errno):
      // The match tells more of a route that refuses.
      failure = .refused(heard.match.refusal ?? errno)
    case .route(let choice):
      switch heard.match {
      case .route(let match): hear(match, choice)
      case .refused(let errno): hear(errno, choice)
      }
    }
  }

  private mutating func hear(_ match: RouteMessage, _ choice: RouteMessage) {
    // A route to a part of the network happens to catch this sample: it says nothing about the default.
    if target.destination == nil, match.prefixLength > SampleAddresses.widestPrefix(target.family) {
      if failure == .notAsked { failure = .tooNarrow(prefixLength: match.prefixLength) }
      return
    }
    // To one destination there are other ways too: to the host itself, to a group, to all on a link.
    let leads =
      switch match.kind {
      case .unicast: true
      case .local, .broadcast, .anycast, .multicast: target.destination != nil
      default: false
      }
    if leads { answer = Answer(match, choice) } else { failure = .refused(.networkUnreachable) }
  }

  private mutating func hear(_ errno: Errno, _ choice: RouteMessage) {
    switch (errno, choice.kind) {
    // A route of hundreds of legs matches, which the kernel's answer has no room for (rtm_getroute_fib_match).
    case (.messageTooLong, .unicast): answer = Answer(choice, choice)
    // To 0.0.0.0, 255.255.255.255 and groups the kernel knows a way without any route, and then refuses to name
    // the route (inet_rtm_getroute in net/ipv4/route.c).
    case (_, .local) where target.destination != nil, (_, .broadcast) where target.destination != nil,
      (_, .multicast) where target.destination != nil:
      answer = Answer(choice, choice)
    default: failure = .refused(errno)
    }
  }
}

extension RouteAnswer.Outcome {
  fileprivate var refusal: Errno? {
    if case .refused(let errno) = self { errno } else { nil }
  }
}
