import PathMonitoring

/// What the arguments ask for.
struct Invocation: Equatable {
  enum Command: Equatable {
    case watch
    case status
    case wait(WaitCondition)
    case explain
    case record(RecordCommand.Order)
    case replay(ReplayCommand.Order)
    case help
    case version
  }

  /// What all commands take.
  struct Options: Equatable {
    var isJSON = false
    var requirements = PathRequirements()
  }

  var command = Command.watch
  var options = Options()

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var words: [String] = []
    var files = FileOptions()
    var condition = WaitCondition()
    var waitOption: String?
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let (name, attached) = Self.split(argument)
      switch name {
      case "--json": options.isJSON = true
      case "--type":
        let type = try Self.type(name, attached, &rest)
        if let earlier = options.requirements.requiredType, earlier != type {
          throw UsageError("--type is given twice; an interface has one type")
        }
        options.requirements.requiredType = type
      case "--prohibit": options.requirements.prohibitedTypes.insert(try Self.type(name, attached, &rest))
      case "--timeout":
        condition.limit = try Self.seconds(name, attached, &rest)
        waitOption = name
      case "--ipv4": (condition.needsIPv4, waitOption) = (true, name)
      case "--ipv6": (condition.needsIPv6, waitOption) = (true, name)
      case "--dns": (condition.needsDNS, waitOption) = (true, name)
      case _ where try files.take(name, { () throws(UsageError) in try Self.value(name, attached, &rest) }):
        break
      case "--help", "-h":
        command = .help
        return
      case "--version":
        command = .version
        return
      default: throw UsageError("unknown option \"\(argument)\"")
      }
      if attached != nil, !(["--type", "--prohibit", "--timeout"] + FileOptions.withValue).contains(name) {
        throw UsageError("\(name) takes no value")
      }
    }
    command = try Self.command(words, options, condition, files)
    if let waitOption, words.first != "wait" { throw UsageError("\(waitOption) is an option of wait only") }
  }

  private static func command(
    _ words: [String], _ options: Options, _ condition: WaitCondition, _ files: FileOptions
  ) throws(UsageError) -> Command {
    switch words.first {
    case "record":
      guard options == Options() else {
        throw UsageError("record keeps all: --json, --type and --prohibit are for replay")
      }
      return .record(try files.record(words.dropFirst()))
    case "replay": return .replay(try files.replay(words.dropFirst()))
    default: break
    }
    if words.count > 1 { throw UsageError("unexpected argument \"\(words[1])\"") }
    try files.expectNone()
    return try command(words.first, condition)
  }

  private static func command(_ word: String?, _ condition: WaitCondition) throws(UsageError) -> Command {
    switch word {
    case nil, "watch": .watch
    case "status": .status
    case "wait": .wait(condition)
    case "explain": .explain
    case "help": .help
    case let word?: throw UsageError("unknown command \"\(word)\"; it is one of \(Help.commands)")
    }
  }

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func value(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst() else { throw UsageError("\(name) needs a value") }
    return value
  }

  private static func type(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> NetworkInterface.InterfaceType {
    let value = try value(name, attached, &rest)
    guard let type = InterfaceTypeName.type(value) else {
      throw UsageError("\(name) \"\(value)\" is no interface type; it is one of \(InterfaceTypeName.list)")
    }
    return type
  }

  private static func seconds(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Duration {
    let value = try value(name, attached, &rest)
    guard let seconds = Double(value), seconds.isFinite, seconds >= 0, seconds <= 1e9 else {
      throw UsageError("\(name) \"\(value)\" is no number of seconds from 0 up")
    }
    return .seconds(seconds)
  }
}
