import PathMonitoring

/// Prints the paths of a recording.
struct ReplayCommand {
  /// What is to be replayed, and how.
  struct Order: Equatable {
    var file: String
    /// How many times as fast as it was; nil for all at once.
    var speed: Double?
  }

  let options: Invocation.Options
  let order: Order

  func run() {
    let recording = Self.recording(order.file)
    // There may be much to do before the next path is known.
    if order.speed == nil { EndSignals.endProcess() }
    let signals = order.speed.map { _ in EndSignals() }
    let output = PathOutput(isJSON: options.isJSON)
    var start: (clock: ContinuousClock.Instant, time: Duration)?
    var last: NetworkPath?
    var isInterrupted = false
    recording.walk { moment, snapshot in
      let begin = start ?? (.now, moment)
      start = begin
      if let speed = order.speed {
        let due = begin.clock + (moment - begin.time) / speed
        isInterrupted = signals?.wait(due - .now) != nil
        if isInterrupted { return false }
      }
      let path = PathEvaluator.path(snapshot, options.requirements)
      guard path != last else { return true }
      last = path
      let time = (recording.start ?? .zero) + moment
      Console.writeLine(output.line(path, backend: "replay of \(order.file)", time: time))
      return true
    }
    if isInterrupted { return }
    if let fault = recording.damage ?? (start == nil ? recording.emptiness : nil) {
      Console.writeError("pathmonitor: \(fault)")
      Console.exit(ExitStatus.badData)
    }
  }

  /// The recording in that file. If it cannot be read, the tool ends.
  static func recording(_ file: String) -> Recording {
    do { return try Recording(contentsOf: file) } catch {
      Console.writeError("pathmonitor: \(error)")
      Console.exit(ExitStatus.noFile)
    }
  }
}
