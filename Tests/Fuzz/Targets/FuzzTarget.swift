/// A part of the product that reads what others wrote, fed with any bytes.
///
/// That nothing traps, hangs, leaks or touches memory that is not its own is what the fuzzer itself looks at.
enum FuzzTarget: String, CaseIterable {
  case arguments
  case durations
  case engine
  case hosts
  case json
  case messages
  case notes
  case policies
  case proc
  case recordings
  case resolver
  case scenarios
  case sysfs

  /// Reads the bytes. Throws what is wrong with the outcome.
  func check(_ bytes: [UInt8]) throws {
    switch self {
    case .arguments: try ArgumentsTarget.check(bytes)
    case .durations: try DurationsTarget.check(bytes)
    case .engine: try EngineTarget.check(bytes)
    case .hosts: try HostsTarget.check(bytes)
    case .json: try JSONTarget.check(bytes)
    case .messages: try MessagesTarget.check(bytes)
    case .notes: try NotesTarget.check(bytes)
    case .policies: try PoliciesTarget.check(bytes)
    case .proc: try ProcTarget.check(bytes)
    case .recordings: try RecordingsTarget.check(bytes)
    case .resolver: try ResolverTarget.check(bytes)
    case .scenarios: try ScenariosTarget.check(bytes)
    case .sysfs: try SysfsTarget.check(bytes)
    }
  }
}
