public import PathMonitoring

/// A clock whose time passes when a test says so. What falls due is called on the thread that moves it.
public final class ManualClock: PathMonitorClock {
  private struct Entry {
    let id: Int
    let time: Duration
    let body: @Sendable () -> Void
  }

  private struct State {
    var now: Duration = .zero
    var entries: [Entry] = []
    var nextID = 0
  }

  private let state = Lock(State())

  /// Makes a clock that stands at zero.
  public init() {}

  /// How much time has passed.
  public var now: Duration { state.withLock { $0.now } }

  /// When the next call is due; nil if none is owed.
  public var nextTime: Duration? { state.withLock { $0.entries.map(\.time).min() } }

  /// How many calls are owed.
  package var owed: Int { state.withLock { $0.entries.count } }

  /// Notes a call. It is made by `advance(by:)`, also if its time has passed.
  public func schedule(at time: Duration, _ body: @escaping @Sendable () -> Void) -> any PathMonitorTimer {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      state.entries.append(Entry(id: state.nextID, time: max(time, state.now), body: body))
      return state.nextID
    }
    return Timer(clock: self, id: id)
  }

  /// Lets time pass, and makes the calls that fall due meanwhile, in the order of their times, those of one
  /// time in the order they were noted. Each finds the clock at its own time, and may note further calls.
  public func advance(by duration: Duration) {
    let end = state.withLock { $0.now + duration }
    while let body = due(by: end) { body() }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func due(by end: Duration) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let place = state.entries.indices.min {
        (state.entries[$0].time, state.entries[$0].id) < (state.entries[$1].time, state.entries[$1].id)
      }
      guard let place, state.entries[place].time <= end else { return nil }
      let entry = state.entries.remove(at: place)
      state.now = max(state.now, entry.time)
      return entry.body
    }
  }

  private struct Timer: PathMonitorTimer {
    let clock: ManualClock
    let id: Int

    func cancel() {
      // What the call captured goes after the lock is released: it may use the clock.
      let dropped = clock.state.withLock { state -> Entry? in
        guard let place = state.entries.firstIndex(where: { $0.id == id }) else { return nil }
        return state.entries.remove(at: place)
      }
      withExtendedLifetime(dropped) {}
    }
  }
}
