import Dispatch
import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

extension Live {
  @Suite struct ConformanceTests {
    /// A backend of the real network.
    enum Kind: CaseIterable {
      case netlink
      case sysfs

      func backend(_ network: Namespace) -> any PathMonitorBackend {
        switch self {
        case .netlink: network.backend()
        case .sysfs:
          network.hosted(
            SysfsBackend.separate(
              interval: .milliseconds(20), resolver: "/nonexistent/resolv.conf", uplinks: ""))
        }
      }
    }

    @Test("A replay of the real network keeps its promises", arguments: BackendConformance.Check.allCases)
    func replayKeepsPromise(_ check: BackendConformance.Check) throws {
      guard check != .failureAtStart, check != .failureLater else { return }
      let steps = try Self.steps.get()
      let conformance = BackendConformance(patience: .seconds(patience)) {
        let clock = PromptClock()
        let backend = ReplayBackend(steps.file, clock: clock)
        // A replay begins anew when nobody follows it, and the network would go back.
        let follower = backend.start(SnapshotReceiver { _ in })
        let changes = BackendUnderTest.Changes(
          make: { step in
            withExtendedLifetime(follower) {}
            try clock.pass(until: #require(steps.times[step], "so many steps were not recorded"))
          },
          read: { $0.shownStep.flatMap { $0 > 200 ? nil : $0 } })
        return BackendUnderTest(backend, changes: changes)
      }
      #expect(conformance.outcome(of: check) == .kept)
    }

    /// A recording of a default route by one router after the other, and when each was seen.
    private struct Steps {
      let folder: TemporaryFolder
      var file: String { "\(folder.path)/steps.pcap" }
      var times: [Int: Duration] = [:]

      init() throws {
        folder = try TemporaryFolder()
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.200/24 192.0.2.201")
        let recorder = try NetworkRecorder(file) { Issue.record("\($0)") }
        let monitor = PathMonitor(backend: network.backend(recorder: recorder))
        let log = PathLog()
        monitor.pathUpdateHandler = log.hear
        monitor.start(queue: DispatchQueue(label: "conformance"))
        _ = try log.next()
        for step in 1...60 {
          try network.shell("ip route replace default via 192.0.2.\(step) dev v0")
          _ = try log.next()
        }
        monitor.cancel()
        let moments = try Recording(contentsOf: file).timeline
        for moment in moments {
          if let step = moment.snapshot.shownStep { times[step] = moment.time - moments[0].time }
        }
      }
    }

    private static let steps = Result { try Steps() }

    @Test(
      "Backends of the real network keep their promises", arguments: Kind.allCases,
      BackendConformance.Check.allCases)
    func keepsPromise(_ kind: Kind, _ check: BackendConformance.Check) {
      // The kernel's answers cannot be made to fail from here.
      guard check != .failureAtStart, check != .failureLater else { return }
      let conformance = BackendConformance(patience: .seconds(patience)) {
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.200/24 192.0.2.201")
        let changes = BackendUnderTest.Changes(
          make: { try network.shell("ip route replace default via 192.0.2.\($0) dev v0") },
          // The router of before is none of the steps.
          read: { $0.shownStep.flatMap { $0 > 200 ? nil : $0 } })
        return BackendUnderTest(kind.backend(network), changes: changes)
      }
      #expect(conformance.outcome(of: check) == .kept)
    }
  }
}
