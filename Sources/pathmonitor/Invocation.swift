import PathMonitoring

/// What the arguments ask for.
struct Invocation: Equatable {
  enum Command: Equatable {
    case watch
    case status
    case wait(WaitCondition)
    case explain
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
  }

  var command = Command.watch
  var options = Options()

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var word: String?
    var condition = WaitCondition()
    var waitOption: String?
    var order = SimulateCommand.Order()
    var simulateOption: String?
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        if word == nil {
          word = argument
        } else if word == "simulate", order.scenario == nil {
          order.scenario = argument
        } else {
          throw UsageError("unexpected argument \"\(argument)\"")
        }
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
      case "--backend":
        do { options.backend = try BackendChoice(Self.value(name, attached, &rest)) } catch {
          throw (error as? UsageError) ?? UsageError("\(name) \(error)")
        }
      case "--timeout":
        condition.limit = try Self.seconds(name, attached, &rest)
        waitOption = name
      case "--ipv4": (condition.needsIPv4, waitOption) = (true, name)
      case "--ipv6": (condition.needsIPv6, waitOption) = (true, name)
      case "--dns": (condition.needsDNS, waitOption) = (true, name)
      case "--speed":
        order.speed = try Self.speed(name, attached, &rest)
        simulateOption = name
      case "--at-once": (order.isAtOnce, simulateOption) = (true, name)
      case "--list": (order.isList, simulateOption) = (true, name)
      case "--help", "-h":
        command = .help
        return
      case "--version":
        command = .version
        return
      default: throw UsageError("unknown option \"\(argument)\"")
      }
      if attached != nil, !["--backend", "--type", "--prohibit", "--timeout", "--speed"].contains(name) {
        throw UsageError("\(name) takes no value")
      }
    }
    command = try Self.command(word, condition, order)
    if let simulateOption, word != "simulate" {
      throw UsageError("\(simulateOption) is an option of simulate only")
    }
    if word == "simulate", options.backend != nil {
      throw UsageError("--backend is no option of simulate, which is one")
    }
    if let waitOption, word != "wait" { throw UsageError("\(waitOption) is an option of wait only") }
  }

  private static func command(_ word: String?, _ condition: WaitCondition, _ order: SimulateCommand.Order)
    throws(UsageError) -> Command
  {
    switch word {
    case nil, "watch": .watch
    case "status": .status
    case "wait": .wait(condition)
    case "explain": .explain
    case "simulate" where order.scenario == nil && !order.isList:
      throw UsageError("simulate needs a scenario: a file, or a name of simulate --list")
    case "simulate": .simulate(order)
    case "help": .help
    case let word?:
      throw UsageError("unknown command \"\(word)\"; it is one of watch, status, wait, explain, simulate")
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

  private static func speed(
    _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Double {
    let value = try value(name, attached, &rest)
    guard let speed = Double(value), speed >= 0.001, speed <= 1_000_000 else {
      throw UsageError("\(name) \"\(value)\" is no number from 0.001 to 1000000")
    }
    return speed
  }
}
