import PathMonitoring

/// Prints the path, then every change, until interrupted.
struct WatchCommand {
  let options: Invocation.Options

  func run() {
    let signals = EndSignals()
    let monitor = Following.start(options) { _, line in Console.writeLine(line()) }
    _ = signals.wait(nil)
    monitor.cancel()
  }
}
