import Dispatch
import PathMonitoring

/// Returns when the path is as asked.
struct WaitCommand {
  private let output: PathOutput
  private let requirements: PathRequirements
  private let condition: WaitCondition

  init(_ options: Invocation.Options, _ condition: WaitCondition) {
    output = PathOutput(isJSON: options.isJSON)
    requirements = options.requirements
    self.condition = condition
  }

  func run() {
    let signals = EndSignals()
    let monitor = PathMonitor(requirements: requirements)
    let complaints = Complaints()
    monitor.pathUpdateHandler = { path in
      complaints.hear(monitor.failure)
      guard condition.isMet(by: path) else { return }
      Console.writeLine(output.line(path, backend: monitor.backendDescription))
      Console.exit(0)
    }
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    if let signal = signals.wait(condition.limit) { Console.exit(128 + signal) }
    monitor.cancel()
    Console.writeError("pathmonitor: the time is out; the path is \(monitor.currentPath.debugDescription)")
    Console.exit(1)
  }
}
