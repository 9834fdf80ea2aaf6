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
    let recording: Recording
    do {
      recording = try Recording(contentsOf: order.file)
    } catch {
      Console.writeError("pathmonitor: \(error)")
      Console.exit(ExitStatus.noFile)
    }
    let signals = EndSignals()
    let start = ContinuousClock.now
    let moments = recording.timeline
    let first = moments.first?.time ?? .zero
    let output = PathOutput(isJSON: options.isJSON)
    var last: NetworkPath?
    for moment in moments {
      if let speed = order.speed {
        let due = start + (moment.time - first) / speed
        if signals.wait(due - .now) != nil { return }
      }
      let path = PathEvaluator.path(moment.snapshot, options.requirements)
      guard path != last else { continue }
      last = path
      let time = (recording.start ?? .zero) + moment.time
      Console.writeLine(output.line(path, backend: "replay of \(order.file)", time: time))
    }
    if let fault = recording.damage ?? (moments.isEmpty ? recording.emptiness : nil) {
      Console.writeError("pathmonitor: \(fault)")
      Console.exit(ExitStatus.badData)
    }
  }
}
