import Dispatch
import PathMonitoring

/// Returns when the path is as asked.
struct WaitCommand {
  let options: Invocation.Options
  let condition: WaitCondition

  func run() {
    let signals = EndSignals()
    let first = DispatchSemaphore(value: 0)
    let monitor = Following.start(options) { path, line in
      defer { first.signal() }
      guard condition.isMet(by: path) else { return }
      Console.writeLine(line())
      Console.exit(0)
    }
    // It comes in any case, and is what a time of 0 asks for.
    first.wait()
    if let signal = signals.wait(condition.limit) { Console.exit(128 + signal) }
    monitor.cancel()
    Console.writeError("pathmonitor: the time is out; the path is \(monitor.currentPath.debugDescription)")
    Console.exit(1)
  }
}
