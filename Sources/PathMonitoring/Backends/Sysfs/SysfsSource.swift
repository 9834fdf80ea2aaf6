internal import Netlink

/// Looks at everything now and then, since nothing tells when to.
struct SysfsSource: ~Copyable, SnapshotSource {
  /// What can be set from outside.
  struct Settings: Sendable {
    var roots = PolledFiles.Roots()
    var files = ResolverWatch.Files()
    var interval = SysfsSource.usualInterval
    /// What is asked beside files; the system itself if it is left out.
    var system: @Sendable () -> any PolledSystem = { SocketSystem() }
  }

  static let usualInterval = Duration.seconds(1)
  /// What keeps a mistaken interval from keeping a processor busy.
  static let shortestInterval = Duration.milliseconds(10)

  private let interval: Duration
  private var engine: NetlinkEngine<PolledKernel>
  private var resolver: ResolverWatch
  private var last: NetworkSnapshot?
  private var nextPoll = ContinuousClock.now

  static func description(_ settings: Settings) -> String {
    "sysfs, every \(DurationText.text(max(settings.interval, shortestInterval)))"
  }

  init(_ settings: Settings, _ wakeUp: WakeUp) throws(SourceFailure) {
    interval = max(settings.interval, Self.shortestInterval)
    let kernel = PolledKernel(settings.roots, settings.system())
    engine = NetlinkEngine(kernel) { kernel.facts($0, $1) }
    resolver = ResolverWatch(settings.files)
    engine.hasNameserver = resolver.hasNameserver
  }

  /// The snapshot, if it was time to look or something is known to be new, and it differs from the last one.
  mutating func change() throws(SourceFailure) -> NetworkSnapshot? {
    let now = ContinuousClock.now
    if nextPoll <= now {
      engine.messagesWereLost()
      nextPoll = now + interval
    }
    guard engine.isDisturbed || last == nil else { return nil }
    let snapshot: NetworkSnapshot
    do { snapshot = try engine.snapshot(now: now) } catch { throw Self.failure(error) }
    guard snapshot != last else { return nil }
    last = snapshot
    return snapshot
  }

  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>) { engine.watch(addresses) }

  /// Forgets what was told, so that it is told again.
  mutating func forgetLast() { last = nil }

  /// It is looked at once, whatever the interval.
  mutating func catchUp() throws(SourceFailure) {
    nextPoll = .now
    updateResolver()
  }

  /// Waits for the time to look, for the resolver's files, or for `wakeUp`.
  mutating func wait(_ wakeUp: WakeUp) throws(SourceFailure) {
    // Descriptors that cannot be had are no reason to look away: it is looked at without them.
    guard let woken = try? wakeUp.opened(),
      let ready = try? Readiness.wait(resolver.number, woken, until: nextPoll)
    else {
      wakeUp.pause(max(nextPoll - .now, .zero))
      updateResolver()
      return
    }
    if ready[1] { wakeUp.clear() }
    if ready[0] || !resolver.isFollowing || resolver.deadline != nil { updateResolver() }
  }

  private mutating func updateResolver() {
    guard resolver.update() else { return }
    engine.hasNameserver = resolver.hasNameserver
    engine.resolverVersion = resolver.version
    engine.resolverChanged()
  }

  private static func failure(_ error: NetlinkError) -> SourceFailure {
    guard case .system(let error) = error else { return .passing("\(error)") }
    if error.errno.isShortage { return .passing("\(SourceFailure.broken(error))") }
    return .broken(
      "\(error); give the process /proc, and let it open sockets of AF_INET or AF_INET6")
  }
}
