import PathMonitoring

/// Another backend, whose failures and switches are said on standard error, each once.
struct AnnouncedBackend: PathMonitorBackend {
  private let base: any PathMonitorBackend
  private let announcements: Announcements

  init(_ base: any PathMonitorBackend, _ announcements: Announcements) {
    self.base = base
    self.announcements = announcements
  }

  var name: String { base.name }

  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    base.start(
      SnapshotReceiver(
        { event in
          if let line = announcements.line(event) { Console.writeError("pathmonitor: \(line)") }
          receiver.take(event)
        }, whenDelivered: receiver.whenDelivered))
  }
}
