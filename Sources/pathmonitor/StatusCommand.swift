import Dispatch
import PathMonitoring

/// Prints the path once.
struct StatusCommand {
  private let output: PathOutput
  private let requirements: PathRequirements

  init(_ options: Invocation.Options) {
    output = PathOutput(isJSON: options.isJSON)
    requirements = options.requirements
  }

  func run() {
    let monitor = PathMonitor(requirements: requirements)
    let first = DispatchSemaphore(value: 0)
    monitor.pathUpdateHandler = { _ in first.signal() }
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    first.wait()
    let path = monitor.currentPath
    if let failure = monitor.failure { Console.writeError("pathmonitor: \(failure)") }
    Console.writeLine(output.line(path, backend: monitor.backendDescription))
    Console.exit(path.status == .satisfied ? 0 : 1)
  }
}
