/// An option, by its name.
enum Option: String {
  case backend = "--backend"
  case json = "--json"
  case type = "--type"
  case prohibit = "--prohibit"
  case to = "--to"
  case policy = "--policy"
  case timeout = "--timeout"
  case ipv4 = "--ipv4"
  case ipv6 = "--ipv6"
  case dns = "--dns"
  case speed = "--speed"
  case inTime = "--in-time"
  case atOnce = "--at-once"
  case list = "--list"
  case anonymize = "--anonymize"
  case force = "--force"
  case from = "--from"
  case help = "--help"
  case version = "--version"

  /// Whether a value follows.
  var takesValue: Bool {
    switch self {
    case .backend, .type, .prohibit, .to, .policy, .timeout, .speed, .from: true
    case .json, .ipv4, .ipv6, .dns, .inTime, .atOnce, .list, .anonymize, .force, .help, .version: false
    }
  }

  /// The commands that it goes with; nil if it goes with all.
  var commands: [CommandName]? {
    switch self {
    case .help, .version: nil
    case .json, .type, .prohibit: [.watch, .status, .wait, .explain, .exec, .replay, .simulate, .help]
    case .policy: [.watch, .status, .wait, .explain, .exec, .replay, .simulate]
    case .backend, .to: [.watch, .status, .wait, .explain, .exec]
    case .timeout, .ipv4, .ipv6, .dns: [.wait]
    case .speed: [.replay, .simulate]
    case .inTime: [.replay]
    case .atOnce, .list: [.simulate]
    case .anonymize, .force, .from: [.record]
    }
  }
}
