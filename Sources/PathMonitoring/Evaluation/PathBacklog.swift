/// Paths that wait until a receiver takes them.
///
/// A receiver that is a little late gets them all. One that is so late that more than `limit` would pile up gets
/// the newest in place of all, and again every path from the moment it takes that one: so the memory for it has
/// a bound, and it does not live through a past that is over.
struct PathBacklog {
  /// As many paths wait at the most. More than a storm on a busy machine brings within the time that a receiver
  /// waits for a processor; no more than about a megabyte.
  static let limit = 1024

  /// The oldest first.
  private var waiting: [NetworkPath] = []
  /// The one that was taken last.
  private var taken: NetworkPath?
  /// All but the newest were left out, and it has not been taken yet.
  private var isBehind = false

  var isEmpty: Bool { waiting.isEmpty }

  /// How many wait.
  var count: Int { waiting.count }

  /// A path came.
  mutating func append(_ path: NetworkPath) {
    isBehind = isBehind || waiting.count >= Self.limit
    if !isBehind { return waiting.append(path) }
    // What led away from the path that the receiver has, and back to it, is left out as a whole.
    waiting = path == taken ? [] : [path]
  }

  /// The receiver takes the path that is next.
  mutating func next() -> NetworkPath? {
    guard !waiting.isEmpty else { return nil }
    isBehind = false
    taken = waiting.removeFirst()
    return taken
  }

  /// A path that was taken is to be taken once more, before those that wait.
  mutating func putBack(_ path: NetworkPath) { waiting.insert(path, at: 0) }

  /// Nothing waits any more.
  mutating func removeAll() { waiting.removeAll() }
}
