import CTestSupport
import Dispatch
import Foundation
import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

@testable import soak

extension Live {
  /// What is left of a monitor after each way to use it, over each backend: nothing. In processes of their own.
  @Suite struct LifeCycleTests {
    @Test("Over the kernel")
    func kernel() async {
      await #expect(processExitsWith: .success) {
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
        try check(network.backend())
      }
    }

    @Test("Over polling that stands in")
    func standIn() async {
      await #expect(processExitsWith: .success) {
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
        let restricted = try Namespace(joining: network, refused: refused_netlink_socket, 1)
        try check(
          restricted.hosted(
            AutomaticBackend([
              NetlinkBackend.separate(resolver: "/nonexistent"),
              SysfsBackend.separate(interval: .milliseconds(10), resolver: "/nonexistent"),
            ])))
      }
    }

    @Test("Over a recording")
    func replay() async {
      await #expect(processExitsWith: .success) {
        try check(ReplayBackend(Capture.path("recordings/two-uplinks.pcap"), pace: .recorded))
      }
    }

    @Test("Over a recording that is not there")
    func failing() async {
      await #expect(processExitsWith: .success) { try check(ReplayBackend("/nonexistent")) }
    }

    @Test("Over a scenario")
    func scenario() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/scenario.json"
        try Data(Scenario.worked(.trainRide).json.utf8).write(to: URL(filePath: file))
        try check(.simulated(file: file))
      }
    }

    @Test("A witness sees what is left")
    func witness() {
      let witness = Witness()
      let monitor = witness.watch(PathMonitor(backend: ScriptedBackend()))
      monitor.start(queue: DispatchQueue(label: "left"))
      #expect(witness.alive == 1)
      monitor.cancel()
      withExtendedLifetime(monitor) { #expect(witness.alive == 1) }
    }
  }
}

/// Uses monitors in every way, several times, and looks for what is left.
private func check(_ backend: some PathMonitorBackend) throws {
  let witness = Witness()
  func round() {
    for way in WayOfUse.allCases {
      way.run(over: backend, witness)
      #expect(eventually { witness.alive == 0 }, "\(way): \(witness.alive) things are left")
    }
  }
  for _ in 0..<3 { round() }
  let before = ProcessUse.now
  for _ in 0..<cycles(30) { round() }
  #expect(eventually { ProcessUse.now.descriptors <= before.descriptors }, "\(before), \(ProcessUse.now)")
  // Dispatch's own threads come and go.
  #expect(eventually { ProcessUse.now.threads <= before.threads }, "\(before), \(ProcessUse.now)")
}
