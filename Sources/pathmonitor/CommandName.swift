/// What the tool does, by the word for it.
enum CommandName: String, CaseIterable {
  case watch
  case status
  case wait
  case explain
  case exec
  case record
  case replay
  case simulate
  case help

  /// The words for all, for messages.
  static let list = allCases.filter { $0 != .help }.map(\.rawValue).joined(separator: ", ")

  /// What stands after the word, in messages; nil if nothing may.
  var argument: String? {
    switch self {
    case .record, .replay: "the name of a file"
    case .simulate: "a scenario: a file, or a name of simulate --list"
    case .watch, .status, .wait, .explain, .exec, .help: nil
    }
  }
}
