package import Netlink

/// What the netlink backend asks of a kernel: the real one, or a recorded one in tests.
package protocol RouteKernel: ~Copyable {
  /// All links. `restart` comes before the first of each attempt. False if they changed under each.
  mutating func dumpLinks(restart: () -> Void, _ body: (LinkMessage) -> Void) throws(NetlinkError) -> Bool

  /// All addresses. `restart` comes before the first of each attempt. False if they changed under each.
  mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool

  /// Waits until the kernel has done what it has told of: it tells of some removals first.
  mutating func settle() throws(NetlinkError)

  /// Whether there is any next hop object.
  mutating func hasNextHops() throws(NetlinkError) -> Bool

  /// An answer for each question, in their order, `settling` first: in one exchange with them.
  mutating func lookUp(_ questions: [RouteQuestion], settling: Bool) throws(NetlinkError) -> [RouteAnswer]

  /// A next hop by its number; nil if there is none.
  mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage?
}

/// By which route would a packet to `destination` leave?
package struct RouteQuestion: Hashable, Sendable {
  package var destination: RawAddress
  /// The link that the socket is bound to; 0 for none.
  package var linkIndex: Int32
}

/// The kernel's answer to a question.
package struct RouteAnswer: Hashable, Sendable {
  /// An answer, or the error in its place.
  package enum Outcome: Hashable, Sendable {
    case route(RouteMessage)
    case refused(Errno)
  }

  /// The route of the table that decides (RTM_F_FIB_MATCH).
  package var match: Outcome
  /// The way that a packet would take, with its source address.
  package var choice: Outcome

  package init(match: Outcome, choice: Outcome) {
    self.match = match
    self.choice = choice
  }
}

extension NetlinkRequester: RouteKernel {
  package mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool
  ) throws(NetlinkError) -> [RouteAnswer] {
    let missing = RouteAnswer.Outcome.refused(.noEntry)
    var answers = [RouteAnswer](
      repeating: RouteAnswer(match: missing, choice: missing), count: questions.count)
    // The kernel takes the requests of a datagram one after the other.
    let ahead = settling ? 1 : 0
    try exchange("RTM_GETROUTE", count: ahead + questions.count * 2) { builder, sequence, index in
      guard index >= ahead else { return builder.settling(sequence: sequence) }
      let question = questions[(index - ahead) / 2]
      builder.lookup(
        question.destination, outputIndex: question.linkIndex, matching: (index - ahead).isMultiple(of: 2),
        sequence: sequence)
    } each: { index, reply in
      guard index >= ahead else { return }
      let outcome: RouteAnswer.Outcome
      switch reply {
      case .message(.newRoute(let route)): outcome = .route(route)
      case .refused(let errno): outcome = .refused(errno)
      case .message: outcome = missing
      }
      if (index - ahead).isMultiple(of: 2) {
        answers[(index - ahead) / 2].match = outcome
      } else {
        answers[(index - ahead) / 2].choice = outcome
      }
    }
    return answers
  }
}
