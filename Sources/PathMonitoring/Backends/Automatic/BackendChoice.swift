/// A backend in words, as the tool's `--backend` and `PATH_MONITOR_BACKEND` take it: `automatic`, `netlink`,
/// `simulated:train.json`.
package enum BackendChoice: Hashable, Sendable {
  case automatic
  case netlink
  /// A scenario file.
  case simulated(file: String)

  /// Reads the words; throws what is wrong with them.
  package init(_ text: String) throws(BackendChoiceError) {
    let colon = text.firstIndex(of: ":")
    let word = String(text[..<(colon ?? text.endIndex)])
    let rest = colon.map { String(text[text.index(after: $0)...]) }
    switch (word, rest) {
    case ("automatic", nil): self = .automatic
    case ("netlink", nil): self = .netlink
    case ("simulated", let file?) where !file.isEmpty: self = .simulated(file: file)
    case ("simulated", _): throw BackendChoiceError(text, "name a scenario file, as in simulated:train.json")
    default: throw BackendChoiceError(text, "it is one of \(Self.words)")
    }
  }

  /// What can be chosen, for messages.
  package static let words = "automatic, netlink, simulated:FILE"

  /// The backend chosen.
  package var backend: any PathMonitorBackend {
    switch self {
    case .automatic: AutomaticBackend(AutomaticBackend.usualCandidates)
    case .netlink: .netlink
    case .simulated(let file): .simulated(file: file)
    }
  }
}
