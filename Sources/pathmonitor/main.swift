import PathMonitoring

Console.prepare()
// The runtime has them from /proc/self/cmdline.
guard !CommandLine.arguments.isEmpty else {
  Console.writeError("pathmonitor: the arguments cannot be read: mount /proc")
  // EX_OSERR of sysexits.h
  Console.exit(71)
}
do {
  let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
  switch invocation.command {
  case .help: Console.writeLine(Help.text)
  case .version: Console.writeLine("pathmonitor \(Help.version)")
  case .watch: WatchCommand(options: invocation.options).run()
  case .status: StatusCommand(options: invocation.options).run()
  case .wait(let condition): WaitCommand(options: invocation.options, condition: condition).run()
  case .record(let order): RecordCommand(options: invocation.options, order: order).run()
  case .replay(let order): ReplayCommand(options: invocation.options, order: order).run()
  case .simulate(let order): SimulateCommand(options: invocation.options, order: order).run()
  case .explain: ExplainCommand(options: invocation.options).run()
  }
} catch {
  Console.writeError("pathmonitor: \(error.text)")
  // EX_USAGE of sysexits.h
  Console.exit(64)
}
