import Dispatch
import PathMonitoring

/// Runs a command for the path, and again for every change, one after the other, until interrupted.
struct ExecCommand {
  let options: Invocation.Options
  let command: [String]

  private struct State {
    var child: ChildProcess?
    /// What ends the command and this.
    var signal: Int32?
  }

  func run() {
    let signals = EndSignals()
    let state = Lock(State())
    let previous = Lock<NetworkPath?>(nil)
    let monitor = Following.start(options) { path, line in
      let changes = previous.withLock { previous in
        defer { previous = path }
        return previous.map(path.changes(since:))
      }
      let child: ChildProcess
      do {
        child = try ChildProcess(command, adding: PathVariables.of(path, changes) + [("PATH_LINE", line())])
      } catch {
        Console.writeError("pathmonitor: \(error); check the name and the PATH")
        Console.exit(ExitStatus.noCommand)
      }
      // The signal may have come while the command was being begun.
      if let signal = state.withLock({ state in
        state.child = child
        return state.signal
      }) {
        child.signal(signal)
      }
      let status = child.wait()
      state.withLock { $0.child = nil }
      if status != 0 {
        Console.writeError("pathmonitor: \(command.first ?? "") ended with status \(status)")
      }
    }
    let signal = signals.wait(nil) ?? 0
    monitor.cancel()
    // The command hears of the end as well; its last word is waited for.
    let child = state.withLock { state in
      state.signal = signal
      return state.child
    }
    child?.signal(signal)
    monitor.queue?.sync {}
    Console.exit(128 + signal)
  }
}
