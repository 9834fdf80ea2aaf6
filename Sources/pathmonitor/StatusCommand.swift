import Dispatch
import PathMonitoring

/// Prints the path once.
struct StatusCommand {
  let options: Invocation.Options

  func run() {
    let choice = options.backend ?? EnvironmentChoice.choice ?? .automatic
    let monitor = Following.start(options, backend: choice.backendForOnePath) { path, line in
      Console.writeLine(line())
      Console.exit(path.status == .satisfied ? 0 : 1)
    }
    // The first path comes in any case, and ends the process.
    withExtendedLifetime(monitor) { DispatchSemaphore(value: 0).wait() }
  }
}
