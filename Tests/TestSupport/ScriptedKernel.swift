package import Netlink
package import PathMonitoring

/// A kernel whose answers a test sets one by one, and that counts what it is asked.
package struct ScriptedKernel: RouteKernel {
  package typealias Answerer = (RouteQuestion) -> RouteAnswer

  package var links: [LinkMessage] = []
  package var addresses: [AddressMessage] = []
  package var nextHops: [UInt32: NextHopMessage] = [:]
  package var answerer: Answerer
  package private(set) var dumps = 0
  package private(set) var questions: [RouteQuestion] = []
  /// How many times questions were asked, any number at a time.
  package private(set) var exchanges = 0
  /// A change that the kernel has told of and not made yet.
  package var unsettled: Answerer?
  /// Links come and go under every dump.
  package var isChanging = false
  /// There is a next hop object that nobody asks for by its number.
  package var hasNextHop = false
  /// Thrown by the next dump, once.
  package var failure: NetlinkError?

  package init(_ answerer: @escaping Answerer = { _ in .refused(.networkUnreachable) }) {
    self.answerer = answerer
  }

  package mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    dumps += 1
    if let failure {
      self.failure = nil
      throw failure
    }
    restart()
    links.forEach(body)
    return !isChanging
  }

  package mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    addresses.forEach(body)
    return true
  }

  package mutating func settle() throws(NetlinkError) {
    if let unsettled { answerer = unsettled }
    unsettled = nil
  }

  package mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError) {
    if settling { try settle() }
    self.questions += questions
    exchanges += 1
    for (index, question) in questions.enumerated() { hear(index, answerer(question)) }
  }

  package mutating func hasNextHops() throws(NetlinkError) -> Bool { !nextHops.isEmpty || hasNextHop }

  package mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? { nextHops[id] }

  /// Forgets what was asked.
  package mutating func forgetQuestions() { (questions, exchanges) = ([], 0) }
}

extension RouteAnswer {
  /// The kernel says no.
  package static func refused(_ errno: Errno) -> RouteAnswer {
    RouteAnswer(match: .refused(errno), choice: .refused(errno))
  }

  /// A route by a link, with the source address that goes with it.
  package static func route(
    _ family: AddressFamily, _ linkIndex: Int32, prefixLength: UInt8 = 0, metric: UInt32 = 0,
    gateway: RawAddress? = nil, source: RawAddress?
  ) -> RouteAnswer {
    var match = RouteMessage(family: family, prefixLength: prefixLength)
    match.outputIndex = linkIndex
    match.gateway = gateway
    match.priority = metric
    var choice = match
    choice.preferredSource = source
    return RouteAnswer(match: .route(match), choice: .route(choice))
  }
}

extension RawAddress {
  /// An IPv4 address of its number.
  package static func ipv4(_ number: UInt64) -> RawAddress { RawAddress(family: .ipv4, high: 0, low: number) }
}
