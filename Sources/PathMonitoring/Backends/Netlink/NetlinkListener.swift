internal import Netlink

/// The event socket, the engine and the resolver's files: all that the one thread listens to.
struct NetlinkListener: ~Copyable, SnapshotSource {
  /// What can be set from outside.
  struct Settings: Sendable {
    var files = ResolverWatch.Files()
    /// Where it is heard that the system was suspended.
    var suspension = SuspendWatch.Source.system
    /// Bytes of the socket's buffer for events. An overrun costs no more than another look at everything.
    var receiveBuffer: Int32 = 1 << 20
    /// Datagrams taken at a time before their consequences are looked at, so that a storm cannot starve them.
    var largestDrain = 512
    /// The same for one who has just come: all that the buffer holds, and an end of it even in a storm.
    var largestCatch = 1 << 14
    /// Looks that find the network changed meanwhile before one is told all the same: in a storm it never rests.
    var mostLooks = 8
    /// Keeps all that is heard and asked.
    var recorder: NetworkRecorder?
    /// Hears what is asked, if nothing is recorded.
    var tap: (any NetlinkTap)?
  }

  private let settings: Settings
  private let socket: NetlinkSocket
  private var engine: NetlinkEngine<NetlinkRequester>
  private var resolver: ResolverWatch
  private let suspension: SuspendWatch
  /// A link's message has one or two KiB as a rule. One that does not fit costs no more than another look at everything.
  private var events = DatagramBatch(slots: 8, slotSize: 8192)
  private var last: NetworkSnapshot?
  /// An overrun was told, and the queue has not been seen empty since.
  private var isLosing = false

  static func description(_ settings: Settings) -> String { "netlink" }

  /// Subscribes; what happens from here on is not missed.
  init(_ settings: Settings, _ wakeUp: WakeUp) throws(SourceFailure) {
    do {
      _ = try wakeUp.opened()
      try self.init(opening: settings)
    } catch {
      throw .broken(error)
    }
  }

  private init(opening settings: Settings) throws(SystemError) {
    let socket = try Self.eventSocket(settings)
    let recorder = settings.recorder
    let requester = try NetlinkRequester(tap: recorder ?? settings.tap)
    recorder?.begin()
    let sysfs = Sysfs()
    self.settings = settings
    self.socket = socket
    engine = NetlinkEngine(requester) { name, index in
      let facts = sysfs.facts(name: name, index: index)
      recorder?.note(.sysfs(name: name, index: index, facts))
      return facts
    }
    resolver = ResolverWatch(settings.files)
    suspension = SuspendWatch(settings.suspension)
    engine.hasNameserver = resolver.hasNameserver
    recorder?.note(.nameserver(resolver.hasNameserver))
  }

  /// The snapshot, if something was in question and it differs from the last one.
  mutating func change() throws(SourceFailure) -> NetworkSnapshot? {
    guard engine.isDisturbed || last == nil else { return nil }
    var snapshot = try look()
    var looks = 1
    while looks < settings.mostLooks {
      // What came meanwhile may have made the answers a mixture of before and after, a state that never was.
      do { try drain(settings.largestDrain) } catch { throw .broken(error) }
      guard engine.isDisturbed else { break }
      snapshot = try look()
      looks += 1
    }
    // Nothing was taken since the last look that the snapshot knows nothing of: a recording gives the same.
    settings.recorder?.note(.asked)
    guard snapshot != last else { return nil }
    last = snapshot
    return snapshot
  }

  private mutating func look() throws(SourceFailure) -> NetworkSnapshot {
    do { return try engine.snapshot(now: .now) } catch {
      if case .system(let error) = error { throw .broken(error) }
      throw .passing("\(error)")
    }
  }

  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>) {
    // In force before the kernel is asked about them: no change in between is missed.
    if engine.watch(addresses) { filterEvents() }
  }

  /// Has the kernel refuse what cannot matter; a kernel that takes no filter sends more, and that is all.
  private func filterEvents() {
    let filter = EventFilter(destinations: engine.view.destinations)
    if !socket.setFilter(filter.program) { _ = socket.setFilter([]) }
  }

  /// Forgets what was told, so that it is told again.
  mutating func forgetLast() { last = nil }

  private var deadline: ContinuousClock.Instant? {
    guard let retry = resolver.deadline else { return engine.deadline }
    return engine.deadline.map { min($0, retry) } ?? retry
  }

  mutating func catchUp() throws(SourceFailure) {
    do throws(SystemError) {
      let ready = try Readiness.wait(socket.descriptor, resolver.number, -1, suspension.number, until: .now)
      try take(ready, settings.largestCatch)
    } catch {
      throw .broken(error)
    }
    engine.timeCame(.now)
    engine.hurry()
  }

  /// Waits for something to happen, or for `wakeUp`, and takes it.
  mutating func wait(_ wakeUp: WakeUp) throws(SourceFailure) {
    do throws(SystemError) {
      let ready = try Readiness.wait(
        socket.descriptor, resolver.number, wakeUp.opened(), suspension.number, until: deadline)
      if ready[2] { wakeUp.clear() }
      try take(ready, settings.largestDrain)
    } catch {
      throw .broken(error)
    }
    engine.timeCame(.now)
  }

  /// Takes what the descriptors that are ready have to tell.
  private mutating func take(_ ready: Readiness, _ most: Int) throws(SystemError) {
    if ready[1] || !resolver.isFollowing || resolver.deadline != nil, resolver.update() {
      engine.hasNameserver = resolver.hasNameserver
      settings.recorder?.note(.nameserver(resolver.hasNameserver))
      engine.resolverVersion = resolver.version
      engine.resolverChanged()
    }
    // What was lost in suspend nobody tells.
    if ready[3] || !suspension.isHearing, suspension.update() { engine.messagesWereLost() }
    if ready[0] {
      // What was queued on a stranger's socket is not to be taken away.
      guard socket.isOpen else { throw SystemError("poll netlink", .badDescriptor) }
      try drain(most)
    }
  }

  /// Takes what is queued: `most` datagrams, or a few more.
  private mutating func drain(_ most: Int) throws(SystemError) {
    var left = most
    while left > 0 {
      switch try socket.receive(into: &events) {
      // The kernel goes on; what it could not queue is lost, so everything is looked at anew.
      case .overrun:
        engine.messagesFoundNoRoom(now: .now)
        isLosing = true
        left -= 1
      case .datagrams(let count):
        for slot in 0..<count { take(slot) }
        // Until the queue was empty, the kernel dropped further messages without telling again
        // (NETLINK_S_CONGESTED in net/netlink/af_netlink.c).
        if count == 0, isLosing {
          engine.messagesFoundNoRoom(now: .now)
          isLosing = false
        }
        if count == 0 || (count < events.slots && !isLosing) { return }
        left -= count
      }
    }
  }

  private mutating func take(_ slot: Int) {
    switch events.reception(slot) {
    // What a program of the administrator's sends in the kernel's name tells nothing.
    case .foreign, .wouldBlock: return
    case .truncated, .overrun: engine.messagesWereLost()
    case .datagram(let count):
      let start = events.offset(slot)
      // Shared, not copied, for as long as the engine is at work on it.
      let datagrams = events.bytes
      let bytes = datagrams.span.extracting(start..<start + count)
      var cursor = MessageCursor()
      do {
        while let message = try cursor.next(in: bytes) {
          engine.take(try RouteNetlinkMessage(message, in: bytes))
        }
      } catch {
        // A message that cannot be read may have told anything.
        engine.messagesWereLost()
      }
    }
  }

  private static func eventSocket(_ settings: Settings) throws(SystemError) -> NetlinkSocket {
    let socket = try NetlinkSocket(tap: settings.recorder)
    socket.setReceiveBuffer(settings.receiveBuffer)
    // Before the groups are joined, so that nothing is queued that cannot matter.
    _ = socket.setFilter(EventFilter().program)
    for group in NetlinkGroup.allCases {
      do {
        try socket.join(group)
      } catch {
        // A kernel without IPv6, rules or next hop objects does not change them either.
        if [.link, .ipv4Address, .ipv4Route].contains(group) { throw error }
      }
    }
    return socket
  }
}
