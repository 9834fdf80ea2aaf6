/// A verb that made no sense to a simulated network, in one line: which, and why.
public struct SimulationProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  static func noSuchLink(_ name: String, known: [String]) -> SimulationProblem {
    let hint = known.isEmpty ? "; there is none at all" : Suggestion.text(for: name, among: known)
    return SimulationProblem("there is no link \"\(name)\"\(hint)")
  }
}
