extension BackendConformance {
  /// What became of a promise.
  public enum Outcome: Hashable, Sendable, CustomStringConvertible {
    /// The backend kept it.
    case kept
    /// The backend broke it.
    case broken(Fault)
    /// It could not be tried, and why: the test has no way to change the network or to make it fail, or the
    /// backend breaks a promise that comes before this one.
    case notTried(String)

    /// The outcome in one line: `kept`, `not tried` with the reason, or the fault's words.
    public var description: String {
      switch self {
      case .kept: "kept"
      case .broken(let fault): fault.description
      case .notTried(let reason): "not tried: \(reason)"
      }
    }
  }
}
