/// What a simulation is still to do, by the time at which it falls due.
///
/// What is due is done in the order of its times, also by a clock that calls late: what a flap is made of never
/// changes places with the steps after it.
final class SimulationAgenda: Sendable {
  private struct Entry {
    var time: Duration
    var number: Int
    var body: @Sendable () -> Void
  }

  private struct State {
    var entries: [Entry] = []
    var nextNumber = 0
    var timer: (any PathMonitorTimer)?
    /// When the timer calls; nil if none is owed.
    var timerTime: Duration?
    var isRunning = false
  }

  private let state = Lock(State())
  private let clock: any PathMonitorClock

  init(_ clock: any PathMonitorClock) {
    self.clock = clock
  }

  deinit {
    state.withLock { $0.timer }?.cancel()
  }

  /// Notes something to be done when `time` has come; what was noted first comes first at the same time.
  func add(at time: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.entries.append(Entry(time: time, number: state.nextNumber, body: body))
      state.nextNumber += 1
    }
    scheduleNext()
  }

  /// Sees to it that the clock calls for the first entry.
  private func scheduleNext() {
    let (time, old) = state.withLock { state -> (Duration?, (any PathMonitorTimer)?) in
      // Whoever runs entries schedules when it has done all that is due.
      guard !state.isRunning, let first = state.entries.map(\.time).min() else { return (nil, nil) }
      if let owed = state.timerTime, owed <= first { return (nil, nil) }
      state.timerTime = first
      defer { state.timer = nil }
      return (first, state.timer)
    }
    guard let time else { return }
    old?.cancel()
    let timer = clock.schedule(at: time) { [weak self] in self?.timeCame() }
    let isOld = state.withLock { state in
      guard state.timerTime == time, state.timer == nil else { return true }
      state.timer = timer
      return false
    }
    // It has called already, or an earlier one has taken its place.
    if isOld { timer.cancel() }
  }

  private func timeCame() {
    let begins = state.withLock { state in
      state.timer = nil
      state.timerTime = nil
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard begins else { return }
    while true {
      let now = clock.now
      let entry = state.withLock { state -> Entry? in
        let first = state.entries.indices.min {
          (state.entries[$0].time, state.entries[$0].number) < (
            state.entries[$1].time, state.entries[$1].number
          )
        }
        guard let first, state.entries[first].time <= now else {
          state.isRunning = false
          return nil
        }
        return state.entries.remove(at: first)
      }
      guard let entry else { break }
      entry.body()
    }
    scheduleNext()
  }
}
