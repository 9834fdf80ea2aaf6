import PathMonitoring

Console.prepare()
// The runtime has them from /proc/self/cmdline.
guard !CommandLine.arguments.isEmpty else {
  Console.writeError("pathmonitor: the arguments cannot be read: mount /proc")
  Console.exit(ExitStatus.noSystem)
}
do {
  let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
  let options = invocation.options.readingPolicy()
  switch invocation.command {
  case .help: Console.writeLine(Help.text)
  case .version: Console.writeLine("pathmonitor \(Help.version)")
  case .watch: WatchCommand(options: options.readingBackendFile()).run()
  case .status: StatusCommand(options: options.readingBackendFile()).run()
  case .wait(let condition): WaitCommand(options: options.readingBackendFile(), condition: condition).run()
  case .exec(let command): ExecCommand(options: options.readingBackendFile(), command: command).run()
  case .record(let order): RecordCommand(order: order).run()
  case .replay(let order): ReplayCommand(options: options, order: order).run()
  case .simulate(let order): SimulateCommand(options: options, order: order).run()
  case .explain: ExplainCommand(options: options).run()
  }
} catch {
  Console.writeError("pathmonitor: \(error.text)")
  Console.exit(ExitStatus.usage)
}
