import PathMonitoring
import PathMonitoringTesting
import Testing

@Test(arguments: BackendConformance.Check.allCases)
func modemKeepsPromise(_ check: BackendConformance.Check) throws {
  let conformance = BackendConformance {
    let backend = ModemBackend()
    let changes = BackendUnderTest.Changes(
      make: { step in backend.modemChanged(router: NetworkEndpoint.Host("192.0.2.\(step)")) },
      read: { snapshot in
        snapshot.egresses.first?.gateways.first.flatMap { Int("\($0)".split(separator: ".").last ?? "") }
      })
    return BackendUnderTest(backend, changes: changes)
  }
  try conformance.verify(check)
}
