/// A backend in words, as the tool's `--backend` and `PATH_MONITOR_BACKEND` take it: `automatic`, `netlink`,
/// `sysfs`, `sysfs:500ms`.
package enum BackendChoice: Hashable, Sendable {
  case automatic
  case netlink
  case sysfs(interval: Duration)

  /// Reads the words; throws what is wrong with them.
  package init(_ text: String) throws(BackendChoiceError) {
    let colon = text.firstIndex(of: ":")
    let word = String(text[..<(colon ?? text.endIndex)])
    let rest = colon.map { String(text[text.index(after: $0)...]) }
    switch (word, rest) {
    case ("automatic", nil): self = .automatic
    case ("netlink", nil): self = .netlink
    case ("sysfs", nil): self = .sysfs(interval: .seconds(1))
    case ("sysfs", let rest?):
      guard let interval = Self.interval(rest) else {
        throw BackendChoiceError(text, "what follows sysfs: is a time of 10ms or more, such as 500ms or 2s")
      }
      self = .sysfs(interval: interval)
    default: throw BackendChoiceError(text, "it is one of \(Self.words)")
    }
  }

  /// What can be chosen, for messages.
  package static let words = "automatic, netlink, sysfs[:INTERVAL]"

  /// The backend chosen.
  package var backend: any PathMonitorBackend {
    switch self {
    case .automatic: AutomaticBackend(AutomaticBackend.usualCandidates)
    case .netlink: .netlink
    case .sysfs(let interval): .sysfs(interval: interval)
    }
  }

  /// A whole number of seconds or milliseconds.
  private static func interval(_ text: String) -> Duration? {
    let unit = text.hasSuffix("ms") ? "ms" : "s"
    let digits = text.dropLast(unit.count)
    guard text.hasSuffix(unit), !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int32(digits)
    else { return nil }
    let interval: Duration = unit == "ms" ? .milliseconds(number) : .seconds(number)
    return interval >= SysfsSource.shortestInterval ? interval : nil
  }
}
