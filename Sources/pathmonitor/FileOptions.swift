/// The options of `record` and `replay`.
struct FileOptions {
  /// Those that take a value.
  static let withValue = ["--from", "--speed"]

  private var given: [String] = []
  private var isAnonymous = false
  private var replaces = false
  private var source: String?
  private var isInTime = false
  private var speed: Double?

  /// Takes an option; whether it is one of these.
  mutating func take(
    _ name: String, _ value: () throws(UsageError) -> String
  ) throws(UsageError) -> Bool {
    switch name {
    case "--anonymize": isAnonymous = true
    case "--force": replaces = true
    case "--from": source = try value()
    case "--in-time": isInTime = true
    case "--speed":
      let text = try value()
      guard let number = Double(text), number.isFinite, number >= 0.001, number <= 1e6 else {
        throw UsageError("--speed \"\(text)\" is no number from 0.001 to 1000000")
      }
      speed = number
    default: return false
    }
    given.append(name)
    return true
  }

  func record(_ files: ArraySlice<String>) throws(UsageError) -> RecordCommand.Order {
    try expect(["--anonymize", "--force", "--from"], of: "record")
    let file = try file(files, of: "record")
    if source != nil, !isAnonymous { throw UsageError("--from is for --anonymize") }
    if let source, source == file { throw UsageError("\"\(file)\" cannot be read and written at once") }
    return RecordCommand.Order(file: file, source: source, isAnonymous: isAnonymous, replaces: replaces)
  }

  func replay(_ files: ArraySlice<String>) throws(UsageError) -> ReplayCommand.Order {
    try expect(["--in-time", "--speed"], of: "replay")
    return ReplayCommand.Order(
      file: try file(files, of: "replay"), speed: speed ?? (isInTime ? 1 : nil))
  }

  /// None of the options belongs to another command.
  func expectNone() throws(UsageError) {
    try expect([], of: "")
  }

  private func expect(_ names: Set<String>, of command: String) throws(UsageError) {
    guard let odd = given.first(where: { !names.contains($0) }) else { return }
    let owner = ["--in-time", "--speed"].contains(odd) ? "replay" : "record"
    throw UsageError("\(odd) is an option of \(owner) only")
  }

  private func file(_ files: ArraySlice<String>, of command: String) throws(UsageError) -> String {
    guard let file = files.first, !file.isEmpty else {
      throw UsageError("\(command) needs the name of a file")
    }
    if let extra = files.dropFirst().first { throw UsageError("unexpected argument \"\(extra)\"") }
    return file
  }
}
