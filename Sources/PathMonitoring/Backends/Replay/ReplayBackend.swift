/// Gives the snapshots of a recording (see `Recording`).
///
/// At the pace of the recording, all monitors of the same backend follow one replay, which begins with the first of
/// them, and anew when one starts after the last has ended: they agree, and one that comes later begins with the
/// network as it is by then. At once, each monitor gets all snapshots from the beginning.
///
/// A file that cannot be used is a failure from the start; one that is damaged further on gives what stands
/// before, and then fails. After the last snapshot nothing more comes.
public struct ReplayBackend: PathMonitorBackend {
  /// How fast a recording is replayed.
  public enum Pace: Hashable, Sendable {
    /// All snapshots at once.
    case atOnce
    /// With the times that lie between them.
    case recorded
  }

  private let clock: any PathMonitorClock
  private let play: @Sendable () -> SharedPlay

  private init(_ clock: any PathMonitorClock, _ play: @escaping @Sendable () -> SharedPlay) {
    self.clock = clock
    self.play = play
  }

  /// Makes a backend of its own, which shares its replay with no other.
  ///
  /// - Parameters:
  ///   - file: the path of the recording, which is read when a replay begins.
  ///   - pace: how fast it is replayed.
  ///   - clock: tells when the time of a snapshot has come.
  public init(_ file: String, pace: Pace = .recorded, clock: any PathMonitorClock = .system) {
    let make: @Sendable () -> SharedPlay = {
      SharedPlay(Self.source(file), clock: clock, isAtOnce: pace == .atOnce) { try Scenario(replaying: file) }
    }
    if pace == .recorded {
      let play = make()
      self.init(clock) { play }
    } else {
      self.init(clock, make)
    }
  }

  /// The one of the process for that file.
  init(sharing file: String) {
    let play = SharedPlay.ofProcess(Self.source(file)) { try Scenario(replaying: file) }
    self.init(.system) { play }
  }

  /// `replay`
  public var name: String { "replay" }

  /// Joins the replay, or begins to read the file, on a thread of the clock's.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    DeferredSession(clock) { [play] in play().join(receiver) }
  }

  private static func source(_ file: String) -> String { "replay of \(file)" }
}

extension Scenario {
  /// What a recording shows; one that is damaged ends with a failure.
  fileprivate init(replaying file: String) throws(RecordingError) {
    let recording = try Recording(contentsOf: file)
    let timeline = recording.timeline
    guard let first = timeline.first else { throw recording.damage ?? recording.emptiness }
    self.init(name: file, timeline: timeline.map { ($0.time - first.time, $0.snapshot) })
    if let damage = recording.damage { steps.append(Step(.fail(damage.description))) }
  }
}

extension Recording {
  /// Why there is nothing to replay although the file is whole.
  package var emptiness: RecordingError {
    RecordingError(
      file: name, reason: "no path follows from it: it ended before the first was known",
      advice: "record for longer")
  }
}

extension PathMonitorBackend where Self == ReplayBackend {
  /// The snapshots of a recording, with the times that lie between them or at once.
  ///
  /// - Parameters:
  ///   - file: the path of the recording.
  ///   - pace: how fast it is replayed.
  /// - Returns: the backend; at the pace of the recording, all of one file are the same.
  public static func replay(_ file: String, pace: ReplayBackend.Pace = .recorded) -> ReplayBackend {
    pace == .recorded ? ReplayBackend(sharing: file) : ReplayBackend(file, pace: pace)
  }
}
