/// One monitor's run through a recording, from call to call of the clock.
final class ReplaySession: PathMonitorBackendSession {
  private struct State {
    var receiver: SnapshotReceiver?
    var timer: (any PathMonitorTimer)?
    var moments: ArraySlice<Recording.Moment> = []
    /// What is to be said after the last snapshot.
    var failure: String?
    /// When the replay began, on the clock.
    var start = Duration.zero
  }

  private let state: Lock<State>
  private let pace: ReplayBackend.Pace
  private let clock: any PathMonitorClock

  init(_ receiver: SnapshotReceiver, _ pace: ReplayBackend.Pace, _ clock: any PathMonitorClock) {
    state = Lock(State(receiver: receiver))
    self.pace = pace
    self.clock = clock
  }

  /// Reads the file and goes through it; at once, but not from within this call.
  func run(_ file: String) {
    let now = clock.now
    schedule(at: now) {
      let moments: [Recording.Moment]
      let failure: String?
      do throws(RecordingError) {
        let recording = try Recording(contentsOf: file)
        moments = recording.timeline
        failure = recording.damage?.description ?? (moments.isEmpty ? recording.emptiness.description : nil)
      } catch {
        (moments, failure) = ([], error.description)
      }
      self.state.withLock { state in
        state.moments = moments[...]
        state.failure = failure
        state.start = now - (moments.first?.time ?? .zero)
      }
      self.goOn()
    }
  }

  func stop() {
    let (timer, receiver) = state.withLock { state in (state.timer.take(), state.receiver.take()) }
    timer?.cancel()
    // Released here, in no lock: it may hold the last reference to a monitor.
    withExtendedLifetime(receiver) {}
  }

  /// Gives what is due, and comes again when the next is.
  private func goOn() {
    while true {
      let now = clock.now
      let (receiver, moment, next) = state.withLock {
        state -> (SnapshotReceiver?, Recording.Moment?, Duration?) in
        guard let moment = state.moments.first else { return (state.receiver, nil, nil) }
        let time = state.start + moment.time
        if pace == .recorded, time > now { return (state.receiver, nil, time) }
        state.moments.removeFirst()
        return (state.receiver, moment, nil)
      }
      guard let receiver else { return }
      if let next { return schedule(at: next) { self.goOn() } }
      guard let moment else {
        if let failure = state.withLock({ $0.failure }) { receiver.fail(failure) }
        return
      }
      receiver.receive(moment.snapshot)
    }
  }

  private func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) {
    let timer = clock.schedule(at: time, body)
    let isOver = state.withLock { state in
      if state.receiver != nil { state.timer = timer }
      return state.receiver == nil
    }
    if isOver { timer.cancel() }
  }
}

extension Recording {
  /// Why there is nothing to replay although the file is whole.
  package var emptiness: RecordingError {
    RecordingError(
      file: name, reason: "no path follows from it: it ended before the first was known",
      advice: "record for longer")
  }
}
