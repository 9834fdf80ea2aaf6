extension BackendConformance {
  /// A promise that a backend broke.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The promise.
    public let check: Check
    /// What was seen instead.
    public let seen: String

    init(_ check: Check, seen: String) {
      self.check = check
      self.seen = seen
    }

    /// The promise, what was seen, and what to do, in one line.
    public var description: String {
      "\(check) is broken. Promised: \(check.promise). Seen: \(seen). To do: \(check.remedy)."
    }
  }
}
