import PathMonitoring

/// Says why the path is what it is, link by link.
struct ExplainCommand {
  let options: Invocation.Options

  func run() {
    let explanation: PathExplanation
    do {
      explanation = try explain()
    } catch let error as UsageError {
      Console.writeError("pathmonitor: \(error.text)")
      Console.exit(ExitStatus.usage)
    } catch {
      Console.writeError("pathmonitor: the system cannot be asked: \(error)")
      Console.exit(1)
    }
    Console.writeLine(
      options.isJSON
        ? ExplanationJSON.object(explanation, time: WallClock.timestamp).text
        : ExplanationText.text(explanation, options.requirements))
    Console.exit(explanation.path.status == .satisfied ? 0 : 1)
  }

  private func explain() throws -> PathExplanation {
    var options = options
    if let target = options.target { options.requirements.addresses = target.addresses() }
    switch options.backend ?? EnvironmentChoice.choice ?? .automatic {
    case .netlink: return try NetlinkBackend.explain(options.requirements)
    case .sysfs: return try SysfsBackend.explain(options.requirements)
    case .simulated, .replay: throw UsageError("explain looks at this host; choose netlink or sysfs")
    case .automatic:
      do { return try NetlinkBackend.explain(options.requirements) } catch {
        Console.writeError("pathmonitor: netlink: \(error); falling back to sysfs")
        return try SysfsBackend.explain(options.requirements)
      }
    }
  }
}
