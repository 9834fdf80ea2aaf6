import Dispatch
import Foundation
import TestSupport
import Testing

@testable import PathMonitoring

/// A scenario file as a backend, as `PATH_MONITOR_BACKEND=simulated:FILE` has it.
@Suite struct ScenarioBackendTests {
  private let queue = DispatchQueue(label: "test")

  private func write(_ text: String, _ folder: TemporaryFolder) throws -> String {
    let file = folder.path + "/a.json"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  private func follow(_ file: String, _ log: PathLog) throws -> PathMonitor {
    let backend = try BackendChoice("simulated:\(file)").backend
    let monitor = PathMonitor(requirements: PathRequirements(), backend: backend)
    monitor.pathUpdateHandler = { log.hear($0) }
    monitor.start(queue: queue)
    return monitor
  }

  @Test func fileIsPlayedAndSharedAndBeginsAnew() throws {
    let folder = try TemporaryFolder()
    let first = Scenario(
      name: "a", links: [.ethernet()],
      steps: [.init(after: .milliseconds(1), .unplug(nil)), .init(after: .seconds(3600), .plug(nil))])
    let file = try write(first.json, folder)
    let (log, late, anew) = (PathLog(), PathLog(), PathLog())
    let monitor = try follow(file, log)
    #expect(try log.next().ways == ["eth0"])
    #expect(try log.next().ways == [])
    #expect(monitor.backendDescription == "simulated by \(file)")
    // It joins the play where it is, and does not read the file again.
    _ = try write("{", folder)
    let joined = try follow(file, late)
    #expect(try late.next().brief == "none")
    monitor.cancel()
    joined.cancel()
    queue.sync {}
    _ = try write(Scenario(name: "b", links: [.ethernet("eth7")]).json, folder)
    let again = try follow(file, anew)
    #expect(try anew.next().ways == ["eth7"])
    again.cancel()
  }

  @Test func fileThatMakesNoSenseIsAFailureThatSaysWhere() throws {
    let folder = try TemporaryFolder()
    let file = try write("{\"scenario\": \"a\",\n \"steps\": [{\"do\": \"fly\"}]}", folder)
    let log = PathLog()
    let monitor = try follow(file, log)
    #expect(try log.next().brief == "unknown")
    #expect(
      monitor.failure?.hasPrefix("\(file):2:19: \"do\" cannot be \"fly\"; it is one of addLink, ") == true)
    monitor.cancel()
    // A file that is mended is read again.
    _ = try write(Scenario(name: "b", links: [.ethernet()]).json, folder)
    let mended = PathLog()
    let second = try follow(file, mended)
    #expect(try mended.next().ways == ["eth0"])
    second.cancel()
  }
}
