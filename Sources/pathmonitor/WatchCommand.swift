import Dispatch
import PathMonitoring

/// Prints the path, then every change, until interrupted.
struct WatchCommand {
  private let output: PathOutput
  private let requirements: PathRequirements

  init(_ options: Invocation.Options) {
    output = PathOutput(isJSON: options.isJSON)
    requirements = options.requirements
  }

  func run() {
    let signals = EndSignals()
    let monitor = PathMonitor(requirements: requirements)
    let complaints = Complaints()
    monitor.pathUpdateHandler = { path in
      complaints.hear(monitor.failure)
      Console.writeLine(output.line(path, backend: monitor.backendDescription))
    }
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    _ = signals.wait(nil)
    monitor.cancel()
  }
}
