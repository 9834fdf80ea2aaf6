extension BackendConformance {
  /// One promise of a backend each, the simple ones first.
  public enum Check: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    /// The name is one word.
    case name
    /// `start` returns at once.
    case startReturns
    /// A first snapshot, or a failure, comes soon.
    case firstReport
    /// `stop` returns at once.
    case stopReturns
    /// A change of the network is told.
    case changes
    /// A receiver that comes later is told how the network is now.
    case newcomer
    /// Many receivers at once are told all.
    case manySessions
    /// One session's end is not that of others.
    case independence
    /// Changes are told in order, the last one at the end.
    case order
    /// A receiver is called by one thread at a time.
    case oneCallAtATime
    /// A receiver that takes its time is told the last change all the same.
    case slowReceiver
    /// Once stopped, a receiver is told nothing.
    case silenceAfterStop
    /// A receiver may stop its session from within a call.
    case stopInsideCall
    /// A session may be stopped before its first snapshot.
    case stopBeforeFirst
    /// Once stopped, a session lets go of its receiver.
    case release
    /// A backend can be started again.
    case restart
    /// A source that fails at the start is told as a failure.
    case failureAtStart
    /// A source that fails later is told as a failure, and its return by a snapshot.
    case failureLater

    /// The name of the check.
    public var description: String { rawValue }

    /// What a backend promises.
    public var promise: String {
      switch self {
      case .name: "the name is one word, which shows in what users read"
      case .startReturns: "start(_:) returns at once"
      case .firstReport:
        "soon after start(_:) the receiver gets a snapshot or a failure, also when nothing is there"
      case .changes: "the receiver gets a snapshot for every change"
      case .stopReturns: "stop() returns at once"
      case .order: "snapshots come in the order of the changes, and the last one is how the network is"
      case .oneCallAtATime: "a receiver is called by one thread at a time"
      case .newcomer:
        "a receiver that comes later gets a first snapshot of its own, of the network as it is now"
      case .silenceAfterStop: "no call begins once stop() has returned and a call in flight has ended"
      case .stopInsideCall: "stop() may be called from any thread, also from within a call of the receiver"
      case .stopBeforeFirst: "stop() may be called before the first snapshot, which then does not matter"
      case .release: "stop() lets go of the receiver"
      case .restart:
        "a backend that was stopped can be started again, and begins with the network as it is now"
      case .manySessions: "one backend serves any number of receivers at a time"
      case .independence: "stop() ends one session and no other"
      case .slowReceiver:
        "a receiver that takes its time is told the last change in the end, as are the others"
      case .failureAtStart: "a backend that cannot begin says so with fail(_:)"
      case .failureLater:
        "a backend whose source fails says so with fail(_:), and gives a snapshot once it can"
      }
    }

    /// What is to be done about a backend that breaks it.
    public var remedy: String {
      switch self {
      case .name: "return one word, without spaces"
      case .startReturns: "wait and work on a thread or queue of the backend's own, not in start(_:)"
      case .firstReport:
        "give the receiver a snapshot at the start, an empty one if nothing is there, or fail(_:)"
      case .changes: "give every receiver a snapshot when the network has changed"
      case .stopReturns: "let stop() take the receiver out and return, without waiting for a thread"
      case .order: "read the network and call the receivers on one thread or serial queue"
      case .oneCallAtATime: "call a receiver on one thread or serial queue only, the first time included"
      case .newcomer: "keep the last snapshot, and give it to each new receiver"
      case .silenceAfterStop: "take the receiver out in stop(), and look whether it is in before every call"
      case .stopInsideCall: "hold no lock while a receiver is called, and do not wait for calls in stop()"
      case .stopBeforeFirst: "look whether the receiver is still in before the first call, too"
      case .release: "remove the receiver in stop(), also from closures, timers and threads that hold it"
      case .restart: "keep nothing from an earlier session that bars a new one"
      case .manySessions: "keep a list of receivers with a lock around it, not one receiver"
      case .independence: "end what sessions share only with the last of them"
      case .slowReceiver: "keep what a receiver could not be told yet, or at least the last of it"
      case .failureAtStart: "call fail(_:) with what failed, on what, and what to do"
      case .failureLater:
        "call fail(_:) when the source fails, try it again now and then, and then call receive(_:)"
      }
    }

    /// The promises without which this one cannot be tried.
    var needs: [Check] {
      let alone: [Check] = [.startReturns, .firstReport, .stopReturns]
      return switch self {
      case .name, .startReturns: []
      case .firstReport: [.startReturns]
      case .stopReturns: [.startReturns, .firstReport]
      case .changes, .release, .failureAtStart, .failureLater: alone
      case .newcomer, .manySessions, .order, .oneCallAtATime, .restart, .stopBeforeFirst: alone + [.changes]
      case .independence, .slowReceiver: alone + [.changes, .newcomer, .manySessions]
      case .silenceAfterStop, .stopInsideCall: alone + [.changes, .newcomer, .manySessions, .independence]
      }
    }
  }
}
