/// Asks the kernel and reads the answers, over a socket that receives nothing else. For one thread at a time.
package struct NetlinkRequester: ~Copyable {
  /// What came back to one request of a batch.
  package enum Reply: Hashable, Sendable {
    case message(RouteNetlinkMessage)
    /// An error, or (nil) an acknowledgement.
    case refused(Errno)
  }

  /// Reads the reply to a request, by its number: where it lies in the bytes of its datagram.
  package typealias ReplyReader = (
    _ index: Int, RawMessage, _ bytes: borrowing Span<UInt8>
  ) throws(NetlinkDecodeError) -> Void

  /// The kernel sizes the parts of a dump by the largest buffer it has seen, up to 32 KiB.
  package static let bufferSize = 32 * 1024
  /// What the buffer may grow to.
  static let largestBufferSize = 1 << 20
  /// Requests in one datagram; the replies of all must fit into the socket's buffer.
  package static let largestBatch = 32
  /// How often a dump is repeated that was interrupted by changes.
  static let dumpAttempts = 8

  private let socket: NetlinkSocket
  private let limit: Duration
  private var sequence: UInt32
  /// For dumps, whose parts are large.
  private var buffer: [UInt8]
  /// For the replies to a batch of requests, which are small and many.
  private var replies = DatagramBatch(slots: largestBatch, slotSize: 2048)
  private var builder = RequestBuilder()
  /// Replies to the last request may still come.
  private var isUnfinished = false

  /// Opens a socket. An answer may take as long as `limit`; the kernel's own come at once. A tap hears all
  /// that passes.
  package init(limit: Duration = .seconds(5), tap: (any NetlinkTap)? = nil) throws(SystemError) {
    socket = try NetlinkSocket(tap: tap)
    self.limit = limit
    // Never 0, which the kernel's notifications carry.
    sequence = UInt32.random(in: 1...UInt32.max / 2)
    buffer = [UInt8](repeating: 0, count: Self.bufferSize)
  }

  /// All links, a message each. `body` is called anew from the first when the dump has to be repeated:
  /// `restart` comes before. False if it changed under each attempt, so that links may be missing.
  package mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    try dump("RTM_GETLINK", restart: restart) {
      $0.dumpLinks(sequence: $1)
    } each: { message in
      if case .newLink(let link) = message { body(link) }
    }
  }

  /// All addresses, a message each; repeats as `dumpLinks`.
  package mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    try dump("RTM_GETADDR", restart: restart) {
      $0.dumpAddresses(sequence: $1)
    } each: { message in
      if case .newAddress(let address) = message { body(address) }
    }
  }

  /// All rules of a family, a message each. False if they changed under each attempt.
  package mutating func dumpRules(
    _ family: AddressFamily, restart: () -> Void, _ body: (RuleMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    try dump("RTM_GETRULE", restart: restart) {
      $0.dumpRules(family, sequence: $1)
    } each: { message in
      if case .newRule(let rule) = message { body(rule) }
    }
  }

  /// The routes of a family in all tables, a message each, until there were more than `most`. Whether those
  /// were all; after a false the requester is of no use for anything else.
  package mutating func dumpRoutes(
    _ family: AddressFamily, atMost most: Int, _ body: (RouteMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    let number = nextSequence(1)
    builder.removeAll()
    builder.dumpRoutes(family, sequence: number)
    try send()
    var count = 0
    return try receiveDump("RTM_GETROUTE", sequence: number, isEnough: { count > most }) { message in
      guard case .newRoute(let route) = message else { return }
      count += 1
      body(route)
    }
  }

  /// Waits until the kernel has made the changes that it has begun.
  package mutating func settle() throws(NetlinkError) {
    try exchange("RTM_GETLINK", count: 1) { builder, sequence, _ in
      builder.settling(sequence: sequence)
    } each: { _, _ in
    }
  }

  /// Whether there is any next hop object; a kernel that knows none (before 5.3) has none.
  package mutating func hasNextHops() throws(NetlinkError) -> Bool {
    var isFound = false
    do {
      _ = try dump("RTM_GETNEXTHOP", restart: {}) {
        $0.dumpNextHops(sequence: $1)
      } each: { message in
        if case .newNextHop = message { isFound = true }
      }
    } catch {
      guard case .refused = error else { throw error }
    }
    return isFound
  }

  /// One next hop; nil if there is none of that number.
  package mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? {
    var found: NextHopMessage?
    try exchange("RTM_GETNEXTHOP", count: 1) { builder, sequence, _ in
      builder.nextHop(id, sequence: sequence)
    } each: { _, reply in
      if case .message(.newNextHop(let hop)) = reply { found = hop }
    }
    return found
  }

  /// Sends `count` requests, in as few datagrams as their replies allow, and hands over one reply for each.
  package mutating func exchange(
    _ name: String, count: Int,
    _ request: (inout RequestBuilder, _ sequence: UInt32, _ index: Int) -> Void,
    each: (_ index: Int, Reply) -> Void
  ) throws(NetlinkError) {
    try exchangeInParts(name, count: count, request) { index, message, bytes throws(NetlinkDecodeError) in
      switch try RouteNetlinkMessage(message, in: bytes) {
      case .error(let end): each(index, .refused(end.errno ?? Errno(rawValue: 0)))
      case let content: each(index, .message(content))
      }
    }
  }

  /// The same, with replies that are still to be read.
  package mutating func exchangeInParts(
    _ name: String, count: Int,
    _ request: (inout RequestBuilder, _ sequence: UInt32, _ index: Int) -> Void, each: ReplyReader
  ) throws(NetlinkError) {
    var first = 0
    while first < count {
      let batch = min(count - first, Self.largestBatch)
      let base = nextSequence(batch)
      builder.removeAll()
      for index in 0..<batch { request(&builder, base &+ UInt32(index), first + index) }
      try send()
      try receiveReplies(name, base: base, count: batch) {
        index, message, bytes throws(NetlinkDecodeError) in try each(first + index, message, bytes)
      }
      isUnfinished = false
      first += batch
    }
  }

  private mutating func dump(
    _ name: String, restart: () -> Void, request: (inout RequestBuilder, UInt32) -> Void,
    each: (RouteNetlinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    for _ in 1...Self.dumpAttempts {
      restart()
      let number = nextSequence(1)
      builder.removeAll()
      request(&builder, number)
      try send()
      let isWhole = try receiveDump(name, sequence: number, each: each)
      isUnfinished = false
      if isWhole { return true }
    }
    return false
  }

  /// Reads a dump to its end, or until it is enough; false in that case, or if it was interrupted by changes.
  private mutating func receiveDump(
    _ name: String, sequence: UInt32, isEnough: () -> Bool = { false }, each: (RouteNetlinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    var isWhole = true
    let deadline = ContinuousClock.now + limit
    while true {
      if isEnough() { return false }
      guard let count = try receive(name, until: deadline) else { continue }
      var cursor = MessageCursor()
      let bytes = buffer.span.extracting(0..<count)
      while let message = try Self.next(&cursor, bytes) {
        // What is left of an exchange that was given up.
        guard message.header.sequence == sequence, message.header.port == socket.port else { continue }
        if message.header.flags.contains(.dumpInterrupted) { isWhole = false }
        switch try Self.content(message, bytes) {
        case .done(let end):
          if let errno = end.errno { throw .refused(request: name, errno, text: end.text) }
          return isWhole
        case .error(let end):
          guard let errno = end.errno else { continue }
          throw .refused(request: name, errno, text: end.text)
        case .overrun: throw .overrun(request: name)
        case let content: each(content)
        }
      }
    }
  }

  private mutating func receiveReplies(
    _ name: String, base: UInt32, count: Int, each: ReplyReader
  ) throws(NetlinkError) {
    var missing = count
    let deadline = ContinuousClock.now + limit
    while missing > 0 {
      let gathering: NetlinkSocket.Gathering
      do { gathering = try socket.receive(into: &replies) } catch { throw .system(error) }
      guard case .datagrams(let gathered) = gathering else { throw .overrun(request: name) }
      // As a rule the kernel has answered all before the request was sent.
      if gathered == 0 { try wait(name, until: deadline) }
      for slot in 0..<gathered {
        switch replies.reception(slot) {
        case .datagram(let size):
          missing -= try Self.take(replies, slot, size, port: socket.port, base: base, count: count, each)
        case .truncated:
          if replies.slotSize < Self.largestBufferSize { replies.enlarge() }
          throw .truncated(request: name)
        case .foreign, .wouldBlock, .overrun:
          if deadline < .now { throw .timedOut(request: name) }
        }
      }
    }
  }

  /// Hands over the replies in a datagram: how many.
  private static func take(
    _ replies: borrowing DatagramBatch, _ slot: Int, _ size: Int, port: UInt32, base: UInt32, count: Int,
    _ each: ReplyReader
  ) throws(NetlinkError) -> Int {
    let start = replies.offset(slot)
    let bytes = replies.bytes.span.extracting(start..<start + size)
    var taken = 0
    var cursor = MessageCursor()
    while let message = try next(&cursor, bytes) {
      let index = Int(message.header.sequence &- base)
      guard index < count, message.header.port == port else { continue }
      do { try each(index, message, bytes) } catch { throw .malformed(error) }
      taken += 1
    }
    return taken
  }

  private static func next(
    _ cursor: inout MessageCursor, _ bytes: borrowing Span<UInt8>
  ) throws(NetlinkError) -> RawMessage? {
    do { return try cursor.next(in: bytes) } catch { throw .malformed(error) }
  }

  private static func content(
    _ message: RawMessage, _ bytes: borrowing Span<UInt8>
  ) throws(NetlinkError) -> RouteNetlinkMessage {
    do { return try RouteNetlinkMessage(message, in: bytes) } catch { throw .malformed(error) }
  }

  /// Waits for a datagram and reads it; nil if it was not the kernel's.
  private mutating func receive(_ name: String, until deadline: ContinuousClock.Instant) throws(NetlinkError)
    -> Int?
  {
    while true {
      let reception: NetlinkSocket.Reception
      do { reception = try socket.receive(into: &buffer) } catch { throw .system(error) }
      switch reception {
      case .datagram(let count): return count
      case .foreign:
        if deadline < .now { throw .timedOut(request: name) }
        return nil
      case .overrun: throw .overrun(request: name)
      case .truncated:
        // Not seen yet: the kernel's own limit is 32 KiB. The next attempt has more room.
        if buffer.count < Self.largestBufferSize { buffer += [UInt8](repeating: 0, count: buffer.count) }
        throw .truncated(request: name)
      case .wouldBlock: try wait(name, until: deadline)
      }
    }
  }

  private borrowing func wait(_ name: String, until deadline: ContinuousClock.Instant) throws(NetlinkError) {
    guard deadline > .now else { throw .timedOut(request: name) }
    do { _ = try Readiness.wait(socket.descriptor, until: deadline) } catch { throw .system(error) }
  }

  private mutating func send() throws(NetlinkError) {
    do {
      // What an exchange left behind that was given up. After an overrun the kernel adds nothing, and says
      // nothing of it, until all that is queued was read; and it begins no dump before the last one ended.
      if isUnfinished { while try socket.receive(into: &buffer) != .wouldBlock {} }
      isUnfinished = true
      try socket.send(builder)
    } catch {
      throw .system(error)
    }
  }

  private mutating func nextSequence(_ count: Int) -> UInt32 {
    if sequence > UInt32.max - UInt32(count) - 1 { sequence = 1 }
    defer { sequence += UInt32(count) }
    return sequence
  }
}
