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
