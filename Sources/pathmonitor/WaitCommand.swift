import PathMonitoring

/// Returns when the path is as asked.
struct WaitCommand {
  let options: Invocation.Options
  let condition: WaitCondition

  func run() {
    let signals = EndSignals()
    let monitor = Following.start(options) { path, line in
      guard condition.isMet(by: path) else { return }
      Console.writeLine(line())
      Console.exit(0)
    }
    if let signal = signals.wait(condition.limit) { Console.exit(128 + signal) }
    monitor.cancel()
    Console.writeError("pathmonitor: the time is out; the path is \(monitor.currentPath.debugDescription)")
    Console.exit(1)
  }
}
