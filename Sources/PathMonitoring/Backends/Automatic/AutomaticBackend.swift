/// The best that there is: netlink, else polling, else an unknown path that says why.
///
/// A backend that fails later is stood in for without a gap, and takes over again when it can. The environment
/// variable `PATH_MONITOR_BACKEND` says what to use in its place, in the words of `BackendChoice`; one that
/// makes no sense is told once on standard error, and passed over.
public struct AutomaticBackend: PathMonitorBackend {
  private let candidates: [any PathMonitorBackend]?

  /// What the environment asks for, or netlink and then polling.
  init() {
    candidates = nil
  }

  /// The first of `candidates` that can, whatever the environment says.
  package init(_ candidates: [any PathMonitorBackend]) {
    self.candidates = candidates
  }

  /// What is tried where nothing else is asked for, the preferred one first.
  static var usualCandidates: [any PathMonitorBackend] { [.netlink, .sysfs()] }

  /// `automatic`
  public var name: String { "automatic" }

  /// Starts the first backend that can.
  public func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    if let candidates { return AutomaticSession(candidates, receiver) }
    if let backend = EnvironmentChoice.backend { return backend.start(receiver) }
    return AutomaticSession(Self.usualCandidates, receiver)
  }
}

extension PathMonitorBackend where Self == AutomaticBackend {
  /// The best that there is: netlink, else polling, else an unknown path that says why. The environment
  /// variable `PATH_MONITOR_BACKEND` can say otherwise.
  public static var automatic: AutomaticBackend { AutomaticBackend() }
}
