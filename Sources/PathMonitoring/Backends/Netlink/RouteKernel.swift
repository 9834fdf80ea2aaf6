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

  /// Calls `hear` with an answer for each question, in their order, `settling` first: in one exchange with them.
  mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError)

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
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError) {
    // The kernel takes the requests of a datagram one after the other.
    let ahead = settling ? 1 : 0
    var match = RouteAnswer.Outcome.refused(.noEntry)
    try exchangeInParts("RTM_GETROUTE", count: ahead + questions.count * 2) { builder, sequence, index in
      guard index >= ahead else { return builder.settling(sequence: sequence) }
      let question = questions[(index - ahead) / 2]
      builder.lookup(
        question.destination, outputIndex: question.linkIndex, matching: (index - ahead).isMultiple(of: 2),
        sequence: sequence)
    } each: { index, message, bytes throws(NetlinkDecodeError) in
      guard index >= ahead else { return }
      let outcome = try RouteAnswer.Outcome(message, in: bytes)
      if (index - ahead).isMultiple(of: 2) {
        match = outcome
      } else {
        hear((index - ahead) / 2, RouteAnswer(match: match, choice: outcome))
      }
    }
  }
}

extension RouteAnswer.Outcome {
  /// Reads a reply to a lookup.
  fileprivate init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    switch message.header.type {
    case .newRoute: self = .route(try RouteMessage(message, in: bytes))
    case .error: self = .refused(try ErrorMessage(message, in: bytes).errno ?? Errno(rawValue: 0))
    default: self = .refused(.noEntry)
    }
  }
}
