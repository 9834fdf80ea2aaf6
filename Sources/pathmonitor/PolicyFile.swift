import PathMonitoring

extension Invocation.Options {
  /// The options with the policy in its file, if one is named. What is wrong with it ends the tool.
  func readingPolicy() -> Self {
    guard let policyFile else { return self }
    var options = self
    do throws(TextFileError) {
      options.requirements.policy = try PathPolicy(contentsOf: policyFile)
    } catch {
      error.end()
    }
    return options
  }
}

extension TextFileError {
  /// Says what is wrong and ends the tool.
  func end() -> Never {
    Console.writeError("pathmonitor: \(self)")
    Console.exit(line == nil ? ExitStatus.noFile : ExitStatus.badData)
  }
}
