import PathMonitoring

@testable import pathmonitor

/// The arguments of the tool, with a byte 0 between them, as `/proc/PID/cmdline` has them.
enum ArgumentsTarget {
  static func check(_ bytes: [UInt8]) throws {
    let arguments = bytes.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    do {
      try check(try Invocation(arguments))
    } catch let error as UsageError {
      try Finding.unless(error.text.hasSuffix("(see pathmonitor --help)"), "no advice: \(error.text)")
    }
  }

  private static func check(_ invocation: Invocation) throws {
    switch invocation.command {
    case .exec(let program): try Finding.unless(program.first?.isEmpty == false, "nothing to execute")
    case .wait(let condition):
      try Finding.unless(condition.limit.map { $0 >= .zero } ?? true, "waits for \(condition)")
    case .record(let order): try Finding.unless(!order.file.isEmpty, "records into no file")
    case .replay(let order): try Finding.unless(!order.file.isEmpty, "replays no file")
    case .simulate(let order):
      try Finding.unless(order.isList || order.scenario?.isEmpty == false, "simulates nothing")
      try Finding.unless(order.speed > 0, "simulates at the speed \(order.speed)")
    case .watch, .status, .explain, .help, .version: break
    }
  }
}
