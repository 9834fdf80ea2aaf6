/// A backend in words, as the tool's `--backend` and `PATH_MONITOR_BACKEND` take it: `automatic`, `netlink`,
/// `sysfs`, `sysfs:500ms`, `simulated:scenario.json`, `replay:file.pcap`.
package enum BackendChoice: Hashable, Sendable {
  case automatic
  case netlink
  case sysfs(interval: Duration)
  case simulated(file: String)
  case replay(file: String)

  /// Reads the words; throws what is wrong with them.
  package init(_ text: String) throws(BackendChoiceError) {
    let colon = text.firstIndex(of: ":")
    let word = String(text[..<(colon ?? text.endIndex)])
    let rest = colon.map { String(text[text.index(after: $0)...]) }
    switch (word, rest) {
    case ("automatic", nil): self = .automatic
    case ("netlink", nil): self = .netlink
    case ("sysfs", nil): self = .sysfs(interval: SysfsSource.usualInterval)
    case ("sysfs", let rest?):
      guard let interval = DurationText.parse(rest), interval >= SysfsSource.shortestInterval else {
        throw BackendChoiceError(
          text, "\"\(rest)\" is no interval from 10ms up, such as 500ms or 2s")
      }
      self = .sysfs(interval: interval)
    case ("simulated", let file):
      self = .simulated(file: try Self.file(file, text, "simulated:scenario.json"))
    case ("replay", let file): self = .replay(file: try Self.file(file, text, "replay:recording.pcap"))
    default: throw BackendChoiceError(text, "it is one of \(Self.words)")
    }
  }

  /// What can be chosen, for messages.
  package static let words = "automatic, netlink, sysfs, sysfs:INTERVAL, simulated:FILE, replay:FILE"

  /// The backend chosen.
  package var backend: any PathMonitorBackend {
    switch self {
    case .automatic: AutomaticBackend(AutomaticBackend.usualCandidates)
    case .netlink: .netlink
    case .sysfs(let interval): .sysfs(interval: interval)
    case .simulated(let file): .simulated(file: file)
    case .replay(let file): .replay(file)
    }
  }

  /// The backend chosen, for a process that takes its first path and ends: it follows no files.
  package var backendForOnePath: any PathMonitorBackend {
    let netlink = NetlinkBackend.separate(followsResolver: false)
    return switch self {
    case .automatic: AutomaticBackend([netlink, SysfsBackend.separate(followsResolver: false)])
    case .netlink: netlink
    case .sysfs(let interval): SysfsBackend.separate(interval: interval, followsResolver: false)
    case .simulated, .replay: backend
    }
  }

  private static func file(
    _ file: String?, _ text: String, _ example: String
  ) throws(BackendChoiceError) -> String {
    guard let file, !file.isEmpty else { throw BackendChoiceError(text, "a file is missing: \(example)") }
    return file
  }
}
