/// Hands the states of a simulation to its receivers: all to each in the same order, by one thread at a time and in
/// no lock, since a receiver may say a verb.
final class SimulationDeliveries: Sendable {
  private typealias Receivers = [(id: Int, receiver: SnapshotReceiver)]

  private enum Item {
    case report(SnapshotReceiver.Event, to: Receivers)
    case call(@Sendable () -> Void)
  }

  private struct State {
    var report: SnapshotReceiver.Event
    var receivers: Receivers = []
    var nextID = 0
    var items: [Item] = []
    var isDraining = false
    /// Counts the reports, to see whether more came meanwhile.
    var reports = 0
  }

  private let state: Lock<State>

  init(_ report: SnapshotReceiver.Event) {
    state = Lock(State(report: report))
  }

  /// Notes what is to be told to those that are there now. One that equals the last is passed over.
  func add(_ report: SnapshotReceiver.Event) {
    state.withLock { state in
      guard report != state.report else { return }
      state.report = report
      state.reports += 1
      state.items.append(.report(report, to: state.receivers))
    }
  }

  /// Adds a receiver, which is to be told the present state; returns what to remove it by.
  func add(_ receiver: SnapshotReceiver) -> Int {
    state.withLock { state in
      let entry = (id: state.nextID, receiver: receiver)
      state.nextID += 1
      state.receivers.append(entry)
      state.reports += 1
      state.items.append(.report(state.report, to: [entry]))
      return entry.id
    }
  }

  /// No call to the receiver begins any more.
  func remove(_ id: Int) {
    let removed = state.withLock { state -> SnapshotReceiver? in
      guard let place = state.receivers.firstIndex(where: { $0.id == id }) else { return nil }
      return state.receivers.remove(at: place).receiver
    }
    // What it captured goes where no lock is held.
    withExtendedLifetime(removed) {}
  }

  /// Hands on what is noted, unless another thread is at it, which then does all.
  func drain() {
    let begins = state.withLock { state in
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard begins else { return }
    while true {
      let item = state.withLock { state -> Item? in
        guard !state.items.isEmpty else {
          state.isDraining = false
          return nil
        }
        return state.items.removeFirst()
      }
      switch item {
      case .report(let report, let receivers):
        for entry in receivers where isThere(entry.id) { entry.receiver.take(report) }
      case .call(let body): body()
      case nil: return
      }
    }
  }

  /// Calls `body` when all receivers have delivered all that is noted, and all that came of that.
  func whenSettled(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.items.append(.call { self.awaitDelivery(body) }) }
    drain()
  }

  private func awaitDelivery(_ body: @escaping @Sendable () -> Void) {
    let (receivers, reports) = state.withLock { ($0.receivers, $0.reports) }
    let open = Lock(receivers.count + 1)
    let isDelivered: @Sendable () -> Void = {
      let isLast = open.withLock { open in
        open -= 1
        return open == 0
      }
      guard isLast else { return }
      if self.state.withLock({ $0.reports == reports }) { body() } else { self.whenSettled(body) }
    }
    for entry in receivers { entry.receiver.whenDelivered(isDelivered) }
    isDelivered()
  }

  private func isThere(_ id: Int) -> Bool {
    state.withLock { state in
      // By their ids, which only grow, so that a thousand monitors do not look a thousand times at each other.
      var (low, high) = (0, state.receivers.count)
      while low < high {
        let middle = (low + high) / 2
        if state.receivers[middle].id < id { low = middle + 1 } else { high = middle }
      }
      return low < state.receivers.count && state.receivers[low].id == id
    }
  }
}
