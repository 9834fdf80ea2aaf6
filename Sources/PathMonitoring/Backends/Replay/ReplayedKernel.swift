internal import Netlink

/// The kernel of a recording, at the moment up to which the recording has been read.
///
/// Questions are answered by what the recorder was last answered to the same, whatever the order in which they
/// are asked: another version of this library asks others. What it was not asked follows from the routes and
/// rules.
struct ReplayedKernel: RouteKernel {
  private var model = ModelKernel()
  /// What the recorder heard; used only if it was this library, which asks again whatever is in question.
  private var matches: [RouteQuestion: RouteAnswer.Outcome] = [:]
  private var choices: [RouteQuestion: RouteAnswer.Outcome] = [:]
  var hasAnswers = false

  private var exchanges = RecordedExchanges()
  private struct Dump: Hashable {
    var sequence: UInt32
    var port: UInt32
  }

  /// The parts of dumps that have not ended, and of some that never will.
  private var parts: [Dump: [RouteNetlinkMessage]] = [:]
  private static let mostDumps = 64

  /// Takes a datagram; whether something that can matter is new. What cannot be read is passed over, as the
  /// recorder did, which then asked for everything.
  mutating func take(_ datagram: borrowing Span<UInt8>) -> Bool {
    var cursor = MessageCursor()
    var isNew = false
    while let message = try? cursor.next(in: datagram) {
      if message.header.flags.contains(.request), message.header.type.rawValue >= 16 {
        exchanges.take(message, in: datagram)
      } else if let content = try? RouteNetlinkMessage(message, in: datagram) {
        if let question = exchanges.question(of: message) {
          let dump = Dump(sequence: message.header.sequence, port: message.header.port)
          if take(content, answering: question, dump) { isNew = true }
        } else {
          if model.apply(content) { isNew = true }
        }
      }
    }
    return isNew
  }

  private mutating func take(
    _ message: RouteNetlinkMessage, answering question: RecordedExchanges.Question, _ dump: Dump
  ) -> Bool {
    switch question {
    case .dump(let type, let family, let isWhole):
      switch message {
      case .done(let end):
        let dumped = parts.removeValue(forKey: dump) ?? []
        guard end.errno == nil else { return false }
        if isWhole { model.forget(type, family: family) }
        for part in dumped { _ = model.apply(part) }
        return true
      case .error: parts[dump] = nil
      case .newRoute(let route) where route.flags.contains(.cloned): return false
      default:
        if parts.count >= Self.mostDumps, parts[dump] == nil { parts.removeAll() }
        parts[dump, default: []].append(message)
      }
    case .lookup(let question, let isMatch):
      let outcome: RouteAnswer.Outcome
      switch message {
      case .newRoute(let route): outcome = .route(route)
      case .error(let end): outcome = .refused(end.errno ?? Errno(rawValue: 0))
      default: return false
      }
      if isMatch { matches[question] = outcome } else { choices[question] = outcome }
    case .nextHop(let id):
      switch message {
      case .newNextHop(let hop): model.nextHops[id] = hop
      case .error: model.nextHops[id] = nil
      default: return false
      }
    case .other: return false
    }
    return false
  }

  mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    try model.dumpLinks(restart: restart, body)
  }

  mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    try model.dumpAddresses(restart: restart, body)
  }

  mutating func settle() throws(NetlinkError) {}

  mutating func hasNextHops() throws(NetlinkError) -> Bool { try model.hasNextHops() }

  mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? { try model.nextHop(id) }

  mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError) {
    for (index, question) in questions.enumerated() {
      if hasAnswers, let match = matches[question], let choice = choices[question] {
        hear(index, RouteAnswer(match: match, choice: choice))
      } else {
        hear(index, model.answer(question))
      }
    }
  }
}

extension ModelKernel {
  /// Forgets what a dump of a kind tells anew; 0 is every family.
  fileprivate mutating func forget(_ type: MessageType, family: UInt8) {
    switch type {
    case .getLink:
      links = []
      wirelessLinks = []
    case .getAddress: addresses.removeAll { family == 0 || $0.local?.family.rawValue == family }
    case .getRoute: routes.removeAll { family == 0 || $0.family == family }
    case .getRule: rules.removeAll { family == 0 || $0.family == family }
    case .getNextHop: nextHops = [:]
    default: break
    }
  }
}
