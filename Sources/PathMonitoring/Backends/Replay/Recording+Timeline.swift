internal import Netlink

extension Recording {
  /// A snapshot and when it was known, since the recording's first packet.
  public typealias Moment = (time: Duration, snapshot: NetworkSnapshot)

  /// The snapshots that follow from the recording, in order; each differs from the one before.
  ///
  /// Of a recording by `pathmonitor record` these are the ones that its monitor had. Of other captures they
  /// follow from the messages in it: from dumps of other programs, if there are any, and from news; a name
  /// server is taken to be configured, since netlink does not tell.
  public var timeline: [Moment] {
    var moments: [Moment] = []
    walk { time, snapshot in
      moments.append((time, snapshot))
      return true
    }
    return moments
  }

  /// Gives one snapshot after the other to `body` as it is found, until that returns false: those of a large
  /// recording need not all be kept. Times never go back, although those of a file may: somebody set the clock.
  package func walk(_ body: (Duration, NetworkSnapshot) -> Bool) {
    var replay = Replay()
    var last: NetworkSnapshot?
    var time = Duration.zero
    guard let start else { return }
    for packet in packets {
      time = max(time, packet.time - start)
      guard replay.take(packet, in: bytes.span.extracting(packet.messages)) else { continue }
      let snapshot = replay.snapshot
      guard snapshot != last else { continue }
      last = snapshot
      if !body(time, snapshot) { return }
    }
  }
}

/// The state of a replay.
private struct Replay {
  private var kernel = ReplayedKernel()
  private var facts: [Link: SysfsFacts] = [:]
  private var hasNameserver = true

  private struct Link: Hashable {
    var name: String
    var index: Int32
  }

  /// Takes a packet; whether a snapshot is due.
  mutating func take(_ packet: Recording.Packet, in messages: borrowing Span<UInt8>) -> Bool {
    switch packet.family {
    case PcapFormat.routeFamily:
      // Of a recording by this library the notes tell when all questions had been answered.
      return kernel.take(messages) && !kernel.hasAnswers
    case PcapFormat.noteFamily:
      var cursor = MessageCursor()
      var isDue = false
      while let message = try? cursor.next(in: messages) {
        guard let note = RecordingNote(messages.text(in: message.payload)) else { continue }
        switch note {
        case .header: kernel.hasAnswers = true
        case .sysfs(let name, let index, let facts): self.facts[Link(name: name, index: index)] = facts
        case .nameserver(let isThere): hasNameserver = isThere
        case .asked: isDue = true
        case .routesLeftOut: break
        }
      }
      return isDue
    default: return false
    }
  }

  var snapshot: NetworkSnapshot {
    let facts = facts
    var engine = NetlinkEngine(kernel) { facts[Link(name: $0, index: $1)] }
    engine.hasNameserver = hasNameserver
    // The replayed kernel never refuses.
    var snapshot = (try? engine.snapshot(now: .now)) ?? .unknown
    // Nobody asked about single hosts for the monitors of a replay.
    snapshot.destinations = nil
    return snapshot
  }
}
