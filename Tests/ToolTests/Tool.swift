import Foundation

/// The built tool, beside the test bundle.
enum Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  static let location = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "pathmonitor")

  /// Those that end it; SIGHUP unless whoever runs the tests has it ignored, as nohup(1) does, and so the tool.
  static let endSignals: [Int32] = {
    var hangUp = sigaction()
    unsafe sigaction(SIGHUP, nil, &hangUp)
    let isIgnored = unsafe hangUp.__sigaction_handler.sa_handler != nil
    return [SIGINT, SIGTERM] + (isIgnored ? [] : [SIGHUP])
  }()

  /// Sets the tool to work; what `environment` names is added to the test's own.
  static func launch(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = location
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }

  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let (process, output, errors) = try launch(arguments, environment: environment)
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
  }
}
