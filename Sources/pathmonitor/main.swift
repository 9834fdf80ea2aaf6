import PathMonitoring

do {
  let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
  switch invocation.command {
  case .help: Console.writeLine(Help.text)
  case .version: Console.writeLine("pathmonitor \(Help.version)")
  case .watch: WatchCommand(invocation.options).run()
  case .status: StatusCommand(invocation.options).run()
  case .wait(let condition): WaitCommand(invocation.options, condition).run()
  case .explain: ExplainCommand(invocation.options).run()
  }
} catch {
  Console.writeError("pathmonitor: \(error.text)")
  // EX_USAGE of sysexits.h
  Console.exit(64)
}
