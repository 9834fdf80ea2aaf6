import PathMonitoring

/// Says why the path is what it is, link by link.
struct ExplainCommand {
  let options: Invocation.Options

  func run() {
    let explanation: PathExplanation
    do {
      explanation = try NetlinkBackend.explain(options.requirements)
    } catch {
      Console.writeError("pathmonitor: the kernel cannot be asked: \(error)")
      Console.exit(1)
    }
    Console.writeLine(
      options.isJSON
        ? ExplanationJSON.object(explanation, time: WallClock.timestamp).text
        : ExplanationText.text(explanation, options.requirements))
    Console.exit(explanation.path.status == .satisfied ? 0 : 1)
  }
}
