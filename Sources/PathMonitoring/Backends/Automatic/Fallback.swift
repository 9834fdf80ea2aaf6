/// Which of several backends speaks: the first of them that can.
///
/// A value without a lock. Each method is named after an event and returns what is to be done, in that order.
struct Fallback {
  /// What to do.
  enum Action: Equatable {
    /// Start the backend of this place. What a run says is handed to `heard` with its number.
    case start(place: Int, run: Int)
    /// Stop a run.
    case stop(run: Int)
    /// Give the receiver this.
    case give(SnapshotReceiver.Event)
  }

  private struct Candidate {
    let name: String
    /// The number of the run under way, 0 for none.
    var run = 0
    var source: String
    var failure: String?
  }

  private var candidates: [Candidate]
  /// The place of the one whose snapshots count.
  private var speaker: Int?
  private var runs = 0
  /// What was said when none could speak, until one can.
  private var despair: String?

  /// Takes the names of the backends, the preferred one first.
  init(_ names: [String]) {
    candidates = names.map { Candidate(name: $0, source: $0) }
  }

  /// Somebody wants to know.
  mutating func started() -> [Action] {
    start(0)
  }

  /// A run said something.
  mutating func heard(_ event: SnapshotReceiver.Event, run: Int) -> [Action] {
    // What was stopped meanwhile does not count.
    guard let place = candidates.firstIndex(where: { $0.run == run }) else { return [] }
    switch event {
    case .source(let source, _):
      candidates[place].source = source
      return place == speaker ? [describe(place)] : []
    case .snapshot(let snapshot): return spoke(place, snapshot)
    case .failure(let reason): return failed(place, reason)
    }
  }

  /// Nobody wants to know any more.
  mutating func stopped() -> [Action] {
    var actions: [Action] = []
    stop(from: 0, &actions)
    return actions
  }

  private mutating func spoke(_ place: Int, _ snapshot: NetworkSnapshot) -> [Action] {
    candidates[place].failure = nil
    despair = nil
    var actions: [Action] = []
    if speaker != place {
      speaker = place
      actions.append(describe(place))
    }
    actions.append(.give(.snapshot(snapshot)))
    // Who stands in for it is not needed any more.
    stop(from: place + 1, &actions)
    return actions
  }

  private mutating func failed(_ place: Int, _ reason: String) -> [Action] {
    candidates[place].failure = reason
    if candidates[..<place].contains(where: { $0.failure == nil }) { return [] }
    // What was said last stands until the next one speaks or fails too: no gap.
    if place + 1 < candidates.count, candidates[place + 1].run == 0 { return start(place + 1) }
    guard candidates.allSatisfy({ $0.failure != nil }) else { return [] }
    speaker = nil
    let reasons = reasons(candidates.count)
    defer { despair = reasons }
    return despair == reasons ? [] : [.give(.failure(reasons))]
  }

  /// Why those before `end` do not speak.
  private func reasons(_ end: Int) -> String {
    candidates[..<end].compactMap { candidate in candidate.failure.map { "\(candidate.name): \($0)" } }
      .joined(separator: "; ")
  }

  private func describe(_ place: Int) -> Action {
    let reasons = reasons(place)
    return .give(.source(candidates[place].source, because: reasons.isEmpty ? nil : reasons))
  }

  private mutating func start(_ place: Int) -> [Action] {
    runs += 1
    candidates[place].run = runs
    return [.start(place: place, run: runs)]
  }

  private mutating func stop(from first: Int, _ actions: inout [Action]) {
    for place in first..<candidates.count where candidates[place].run != 0 {
      actions.append(.stop(run: candidates[place].run))
      candidates[place].run = 0
      candidates[place].failure = nil
    }
  }
}
