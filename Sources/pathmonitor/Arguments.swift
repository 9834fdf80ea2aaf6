import PathMonitoring

/// The arguments in their parts, before they are made sense of.
struct Arguments {
  /// The command's word and what follows it.
  private(set) var words: [String] = []
  /// What follows `--`, to be taken as it is; nil without one.
  private(set) var rest: [String]?
  /// The options in their order; the value is empty where none is taken.
  private(set) var options: [(option: Option, value: String)] = []

  /// Splits arguments, up to one that asks for help or the version, which wins over all that follows.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        self.rest = Array(rest)
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let (name, attached) = Self.split(argument)
      guard let option = Option(rawValue: name == "-h" ? "--help" : name) else {
        throw UsageError("unknown option \"\(argument)\"")
      }
      guard option.takesValue else {
        if attached != nil { throw UsageError("\(name) takes no value") }
        options.append((option, ""))
        if option == .help || option == .version { return }
        continue
      }
      guard let value = attached ?? rest.popFirst() else { throw UsageError("\(name) needs a value") }
      options.append((option, value))
    }
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { options.contains { $0.option == option } }

  /// The values of an option, in their order.
  func values(_ option: Option) -> [String] { options.filter { $0.option == option }.map(\.value) }

  /// The value of an option, the last one if it was given several times; nil if it was not.
  func value(_ option: Option) -> String? { values(option).last }

  /// The value as a number of `range`; `words` say what it should have been.
  func number(_ option: Option, _ range: ClosedRange<Double>, _ words: String) throws(UsageError) -> Double? {
    guard let value = value(option) else { return nil }
    guard let number = Double(value), range.contains(number) else {
      throw UsageError("\(option.rawValue) \"\(value)\" is no \(words)")
    }
    return number
  }

  /// The values as types of interfaces.
  func types(_ option: Option) throws(UsageError) -> [NetworkInterface.InterfaceType] {
    var types: [NetworkInterface.InterfaceType] = []
    for value in values(option) {
      guard let type = InterfaceTypeName.type(value) else {
        throw UsageError(
          "\(option.rawValue) \"\(value)\" is no interface type; it is one of \(InterfaceTypeName.list)")
      }
      types.append(type)
    }
    return types
  }

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }
}
