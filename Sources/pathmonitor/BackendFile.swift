import PathMonitoring
import PathMonitoringTesting

extension Invocation.Options {
  /// The same options, once the file has been read that the backend is to play. Who names one wants it and no other: a
  /// path that is unknown, and so satisfied, would pass for an answer. What is wrong with it ends the tool.
  func readingBackendFile() -> Self {
    switch backend {
    case .simulated(let file):
      do throws(ScenarioError) { _ = try Scenario(contentsOf: file) } catch { error.end() }
    case .replay(let file): _ = ReplayCommand.recording(file)
    case .automatic, .netlink, .sysfs, nil: break
    }
    return self
  }
}
