import Dispatch
import PathMonitoring

/// What the commands that follow the path have in common.
enum Following {
  /// Starts a monitor that hands each path to `body`, with the line that tells of it. The backend is the one that
  /// the options name, if it is left out.
  static func start(
    _ options: Invocation.Options, backend: (any PathMonitorBackend)? = nil,
    _ body: @escaping @Sendable (NetworkPath, _ line: () -> String) -> Void
  ) -> PathMonitor {
    Console.requireThreads(or: ExitStatus.noSystem)
    let backend = AnnouncedBackend(backend ?? options.backend?.backend ?? .automatic, Announcements())
    let monitor = PathMonitor(requirements: options.requirements, backend: backend, to: options.target)
    let output = PathOutput(isJSON: options.isJSON)
    monitor.pathUpdateHandler = { path in
      body(path) { output.line(path, backend: monitor.backendDescription) }
    }
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    return monitor
  }
}
