internal import Netlink

/// Tells the answers in a recording from the news: by sequence number and port, as the programs that asked did.
struct RecordedExchanges {
  /// A question to the kernel.
  enum Question: Hashable {
    /// All of a kind; `isWhole` unless only a part was asked for. 0 is every family.
    case dump(MessageType, family: UInt8, isWhole: Bool)
    case lookup(RouteQuestion, isMatch: Bool)
    case nextHop(UInt32)
    /// No path depends on it.
    case other(MessageType)

    var type: MessageType {
      switch self {
      case .dump(let type, _, _), .other(let type): type
      case .lookup: .getRoute
      case .nextHop: .getNextHop
      }
    }

    var isDump: Bool {
      if case .dump = self { true } else { false }
    }
  }

  private struct Pending {
    var question: Question
    /// A request does not name its socket's port; the first reply does.
    var port: UInt32?
  }

  /// By sequence number; programs begin theirs at the time of day, so that two may share one.
  private var pending: [UInt32: [Pending]] = [:]
  /// So many questions may wait: those of sockets whose answers a capture lacks would pile up.
  private static let most = 4096

  /// Takes a message to the kernel.
  mutating func take(_ message: RawMessage, in bytes: borrowing Span<UInt8>) {
    // RTM_GET*: see rtnetlink.h.
    guard message.header.type.rawValue >= 16, message.header.type.rawValue % 4 == 2 else { return }
    if pending.count >= Self.most { pending.removeAll() }
    let question = Self.question(message, in: bytes)
    pending[message.header.sequence, default: []].append(Pending(question: question))
  }

  /// The question that a message of the kernel's answers; nil if it is news. An answer that is the last one
  /// ends the exchange.
  mutating func question(of message: RawMessage) -> Question? {
    let header = message.header
    let isEnd = header.type == .done || header.type == .error
    guard let list = pending[header.sequence],
      let place = list.firstIndex(where: { entry in
        guard entry.port ?? header.port == header.port else { return false }
        if isEnd { return true }
        // RTM_NEW* of the same kind; news are never of several parts.
        return header.type.rawValue == entry.question.type.rawValue - 2
          && header.flags.contains(.multi) == entry.question.isDump
      })
    else { return nil }
    let question = list[place].question
    if isEnd || !question.isDump {
      pending[header.sequence]?.remove(at: place)
      if list.count == 1 { pending[header.sequence] = nil }
    } else {
      pending[header.sequence]?[place].port = header.port
    }
    return question
  }

  private static func question(_ message: RawMessage, in bytes: borrowing Span<UInt8>) -> Question {
    let type = message.header.type
    let payload = message.payload.clamped(to: 0..<bytes.count)
    let family = payload.isEmpty ? 0 : bytes[payload.lowerBound]
    if message.header.flags.contains(.dump) {
      // Links are asked for without statistics, which leaves none out.
      let end = type == .getLink ? min(payload.upperBound, payload.lowerBound + 16) : payload.upperBound
      var isWhole = true
      for index in payload.dropFirst() where index < end && bytes[index] != 0 { isWhole = false }
      if type == .getLink, family != 0 { isWhole = false }
      return .dump(type, family: family, isWhole: isWhole)
    }
    switch type {
    case .getRoute:
      guard let route = try? RouteMessage(message, in: bytes), let destination = route.destination else {
        return .other(type)
      }
      let question = RouteQuestion(destination: destination, linkIndex: route.outputIndex ?? 0)
      return .lookup(question, isMatch: route.flags.contains(.fibMatch))
    case .getNextHop:
      guard let hop = try? NextHopMessage(message, in: bytes) else { return .other(type) }
      return .nextHop(hop.id)
    default: return .other(type)
    }
  }
}
