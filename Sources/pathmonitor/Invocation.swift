import PathMonitoring

/// What the arguments ask for.
struct Invocation: Equatable {
  enum Command: Equatable {
    case watch
    case status
    case wait(WaitCondition)
    case explain
    case exec([String])
    case record(RecordCommand.Order)
    case replay(ReplayCommand.Order)
    case simulate(SimulateCommand.Order)
    case help
    case version
  }

  /// What all commands take.
  struct Options: Equatable {
    var isJSON = false
    var requirements = PathRequirements()
    /// Nil: what the environment says, or else automatic.
    var backend: BackendChoice?
    /// The host that the path is to lead to; nil for everywhere.
    var target: NetworkEndpoint?
    /// The file of the policy, which is not read yet; nil for none.
    var policyFile: String?
  }

  let command: Command
  let options: Options

  init(_ arguments: [String]) throws(UsageError) {
    let arguments = try Arguments(arguments)
    // They are the last if they are there.
    if let last = arguments.options.last?.option, [.help, .version].contains(last) {
      command = last == .help ? .help : .version
      options = Options()
      return
    }
    let name = try Self.name(arguments)
    command = try Self.command(name, arguments)
    options = try Self.options(arguments)
  }

  /// The command's word, after a check of all that stands beside it.
  private static func name(_ arguments: Arguments) throws(UsageError) -> CommandName {
    let word = arguments.words.first ?? CommandName.watch.rawValue
    guard let name = CommandName(rawValue: word) else {
      throw UsageError("unknown command \"\(word)\"; it is one of \(CommandName.list)")
    }
    for (option, _) in arguments.options {
      guard let commands = option.commands, !commands.contains(name) else { continue }
      let owners = commands.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(option.rawValue) is an option of \(owners) only")
    }
    if let extra = arguments.words.dropFirst(name.argument == nil ? 1 : 2).first {
      throw UsageError("unexpected argument \"\(extra)\"")
    }
    if name != .exec, arguments.rest != nil { throw UsageError("unexpected argument \"--\"") }
    return name
  }

  private static func command(_ name: CommandName, _ arguments: Arguments) throws(UsageError) -> Command {
    switch name {
    case .watch: .watch
    case .status: .status
    case .wait: .wait(try condition(arguments))
    case .explain: .explain
    case .exec: .exec(try program(arguments))
    case .record: .record(try record(try argument(name, arguments), arguments))
    case .replay:
      .replay(
        ReplayCommand.Order(
          file: try argument(name, arguments),
          speed: try speed(arguments) ?? (arguments.has(.inTime) ? 1 : nil)))
    case .simulate: .simulate(try simulate(arguments))
    case .help: .help
    }
  }

  private static func options(_ arguments: Arguments) throws(UsageError) -> Options {
    var options = Options()
    options.isJSON = arguments.has(.json)
    let types = Set(try arguments.types(.type))
    if types.count > 1 { throw UsageError("--type is given twice; an interface has one type") }
    options.requirements.requiredType = types.first
    options.requirements.prohibitedTypes = Set(try arguments.types(.prohibit))
    if let host = arguments.value(.to) {
      guard let endpoint = HostText.endpoint(host) else {
        throw UsageError("--to \"\(host)\" is no host, such as example.org, 192.0.2.1:443 or fe80::1%eth0")
      }
      options.target = endpoint
    }
    options.policyFile = arguments.value(.policy)
    if let words = arguments.value(.backend) {
      do { options.backend = try BackendChoice(words) } catch {
        throw UsageError("\(Option.backend.rawValue) \(error)")
      }
    }
    return options
  }

  private static func argument(_ name: CommandName, _ arguments: Arguments) throws(UsageError) -> String {
    guard let argument = arguments.words.dropFirst().first, !argument.isEmpty else {
      throw UsageError("\(name.rawValue) needs \(name.argument ?? "nothing")")
    }
    return argument
  }

  private static func program(_ arguments: Arguments) throws(UsageError) -> [String] {
    guard let program = arguments.rest, program.first?.isEmpty == false else {
      throw UsageError("exec needs a command: exec -- COMMAND [ARGUMENT]...")
    }
    return program
  }

  private static func condition(_ arguments: Arguments) throws(UsageError) -> WaitCondition {
    let limit = try arguments.number(.timeout, 0...1e9, "number of seconds from 0 up")
    return WaitCondition(
      limit: limit.map(Duration.seconds), needsIPv4: arguments.has(.ipv4), needsIPv6: arguments.has(.ipv6),
      needsDNS: arguments.has(.dns))
  }

  private static func record(
    _ file: String, _ arguments: Arguments
  ) throws(UsageError) -> RecordCommand.Order {
    let source = arguments.value(.from)
    if source != nil, !arguments.has(.anonymize) { throw UsageError("--from is for --anonymize") }
    if source == file { throw UsageError("\"\(file)\" cannot be read and written at once") }
    return RecordCommand.Order(
      file: file, source: source, isAnonymous: arguments.has(.anonymize), replaces: arguments.has(.force))
  }

  private static func simulate(_ arguments: Arguments) throws(UsageError) -> SimulateCommand.Order {
    let isList = arguments.has(.list)
    return SimulateCommand.Order(
      scenario: isList ? nil : try argument(.simulate, arguments), speed: try speed(arguments) ?? 1,
      isAtOnce: arguments.has(.atOnce), isList: isList)
  }

  private static func speed(_ arguments: Arguments) throws(UsageError) -> Double? {
    try arguments.number(.speed, 0.001...1e6, "number from 0.001 to 1000000")
  }
}
