import Netlink

@testable import PathMonitoring

/// A kernel's messages, one after the other, and what else the engine is told. Messages of the types from 0xFF00
/// on are not the kernel's: see `Command`.
enum EngineTarget {
  private enum Command: UInt16 {
    /// A snapshot is asked for.
    case snapshot = 0xFF00
    /// Messages were lost, and then a snapshot is asked for.
    case loss
    /// Somebody asks about the addresses in the payload.
    case watch
    /// A name server is configured, or none any more.
    case resolver
    /// As many milliseconds pass as the payload says.
    case time
    /// The next message does not come through.
    case missed
    /// The next message is forged.
    case forged
  }

  static func check(_ bytes: [UInt8]) throws {
    var subject = Subject()
    var cursor = MessageCursor()
    while true {
      let next: RawMessage?
      do throws(NetlinkDecodeError) { next = try cursor.next(in: bytes.span) } catch {
        // As the listener does.
        subject.engine.messagesWereLost()
        break
      }
      guard let message = next else { break }
      if let command = Command(rawValue: message.header.type.rawValue) {
        try subject.take(command, Array(bytes[message.payload]))
      } else {
        subject.take(message, bytes)
      }
    }
    try subject.compare()
  }

  private struct Subject {
    var engine: NetlinkEngine<ModelKernel>
    private var now = ContinuousClock.now
    private var watched: Set<NetworkEndpoint.Host> = []
    private var isMissed = false
    private var isForged = false
    private var snapshots = 0

    init() { engine = NetlinkEngine(ModelKernel(), sysfs: Self.facts) }

    /// Some links are what only sysfs tells.
    private static func facts(_ name: String, _ index: Int32) -> SysfsFacts? {
      var facts = SysfsFacts()
      facts.isWireless = name.hasPrefix("wl")
      facts.isTunnelDevice = name.hasPrefix("tun")
      facts.deviceType = name.hasPrefix("ww") ? "wwan" : nil
      return facts
    }

    mutating func take(_ message: RawMessage, _ bytes: [UInt8]) {
      guard let content = try? RouteNetlinkMessage(message, in: bytes.span) else {
        engine.messagesWereLost()
        return
      }
      if !isForged { _ = engine.kernel.apply(content) }
      if !isMissed { engine.take(content) }
      (isMissed, isForged) = (false, false)
    }

    mutating func take(_ command: Command, _ payload: [UInt8]) throws {
      switch command {
      case .snapshot:
        guard snapshots < 64 else { return }
        snapshots += 1
        _ = try engine.snapshot(now: now)
      case .loss:
        guard snapshots < 64 else { return }
        snapshots += 1
        try compare()
      case .watch:
        watched = []
        for start in stride(from: 0, to: min(payload.count, 128), by: 16) {
          let size = payload.count - start >= 16 ? 16 : 4
          guard let address = RawAddress(start..<start + size, in: payload.span) else { continue }
          watched.insert(NetworkEndpoint.Host(address))
        }
        engine.watch(watched)
      case .resolver:
        engine.hasNameserver.toggle()
        engine.resolverChanged()
      case .time:
        now += .milliseconds((try? payload.span.integer(UInt32.self, at: 0, before: payload.count)) ?? 0)
        engine.timeCame(now)
      case .missed: isMissed = true
      case .forged: isForged = true
      }
    }

    /// Whatever was lost or forged before: once it is known that something was, all is as it is for a monitor
    /// that is started now.
    mutating func compare() throws {
      engine.messagesWereLost()
      let snapshot = try engine.snapshot(now: now)
      var other = NetlinkEngine(engine.kernel, sysfs: Self.facts)
      other.hasNameserver = engine.hasNameserver
      other.watch(watched)
      // For explanations more is asked, which makes no difference to the snapshot.
      other.details = [:]
      let fresh = try other.snapshot(now: now)
      try Finding.unless(snapshot == fresh, "\(snapshot)\nis not that of one started now:\n\(fresh)")
      let explanation = other.explained(PathRequirements())
      try Finding.unless(
        explanation.path == PathEvaluator.path(snapshot), "another path is explained: \(explanation.path)")
    }
  }
}
