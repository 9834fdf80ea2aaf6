internal import PathMonitoring

/// A session of a check's, which is stopped once.
final class ConformanceStay: Sendable {
  private let session: Lock<(any PathMonitorBackendSession)?>

  init(_ session: any PathMonitorBackendSession) { self.session = Lock(session) }

  /// Stops and lets go of the session, unless that was done.
  func stop() {
    session.withLock { $0.take() }?.stop()
  }
}
