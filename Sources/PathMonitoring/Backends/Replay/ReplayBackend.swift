/// Gives the snapshots of a recording (see `Recording`), to each monitor from the beginning.
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

  private let file: String
  private let pace: Pace
  private let clock: any PathMonitorClock

  /// Makes a backend.
  ///
  /// - Parameters:
  ///   - file: the path of the recording, which is read anew for each monitor.
  ///   - pace: how fast it is replayed.
  ///   - clock: tells when the time of a snapshot has come.
  public init(_ file: String, pace: Pace = .recorded, clock: any PathMonitorClock = .system) {
    self.file = file
    self.pace = pace
    self.clock = clock
  }

  /// `replay`
  public var name: String { "replay" }

  /// Begins to read the file, on a thread of the clock's.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    receiver.describeSource("replay of \(file)")
    let session = ReplaySession(receiver, pace, clock)
    session.run(file)
    return session
  }
}

extension PathMonitorBackend where Self == ReplayBackend {
  /// The snapshots of a recording, with the times that lie between them or at once.
  ///
  /// - Parameters:
  ///   - file: the path of the recording.
  ///   - pace: how fast it is replayed.
  /// - Returns: the backend.
  public static func replay(_ file: String, pace: ReplayBackend.Pace = .recorded) -> ReplayBackend {
    ReplayBackend(file, pace: pace)
  }
}
