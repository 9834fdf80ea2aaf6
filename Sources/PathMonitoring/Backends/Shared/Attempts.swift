/// How long to wait before the next attempt: longer each time.
struct Attempts {
  /// So many fail before a word is said of it.
  static let silent = 3

  private(set) var count = 0

  /// The time to wait now: 50 ms at first, twice as much each time, a minute at the most.
  mutating func next() -> Duration {
    defer { count += 1 }
    return min(.milliseconds(50 << min(count, 11)), .seconds(60))
  }
}
