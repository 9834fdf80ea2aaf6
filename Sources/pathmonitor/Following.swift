import Dispatch
import PathMonitoring

/// What the commands that follow the path have in common.
enum Following {
  /// Starts a monitor that hands each path to `body`, with the line that tells of it, and that says failures
  /// of the backend on standard error.
  static func start(
    _ options: Invocation.Options, _ body: @escaping @Sendable (NetworkPath, _ line: () -> String) -> Void
  ) -> PathMonitor {
    let monitor = PathMonitor(requirements: options.requirements)
    let complaints = Complaints()
    let output = PathOutput(isJSON: options.isJSON)
    monitor.pathUpdateHandler = { path in
      complaints.hear(monitor.failure)
      body(path) { output.line(path, backend: monitor.backendDescription) }
    }
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    return monitor
  }
}
