import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

/// Backends that keep all promises.
@Suite struct ConformingBackendTests {
  /// A kind of backend whose network is what it is sent.
  enum Kind: CaseIterable {
    case scripted
    case simulated
    case automatic

    var underTest: BackendUnderTest {
      let (scripted, simulation) = (ScriptedBackend(.offline), Simulation())
      let outage = BackendUnderTest.Outage(
        begin: { simulation.fail("the wire is cut") }, end: { simulation.recover() })
      return switch self {
      case .scripted: Self.underTest(scripted) { scripted.send($0) }
      case .simulated: Self.underTest(.simulated(simulation), outage) { simulation.set($0) }
      case .automatic: Self.underTest(AutomaticBackend([scripted])) { scripted.send($0) }
      }
    }

    private static func underTest(
      _ backend: some PathMonitorBackend, _ outage: BackendUnderTest.Outage? = nil,
      send: @escaping @Sendable (NetworkSnapshot) -> Void
    ) -> BackendUnderTest {
      let changes = BackendUnderTest.Changes(
        make: { send(.online(gateway: "192.0.2.\($0)")) }, read: \.shownStep)
      return BackendUnderTest(backend, changes: changes, outage: outage)
    }
  }

  @Test(arguments: Kind.allCases, BackendConformance.Check.allCases)
  func keepsPromise(_ kind: Kind, _ check: BackendConformance.Check) async {
    let conformance = BackendConformance(patience: .seconds(patience)) { kind.underTest }
    let outcome = await aside { conformance.outcome(of: check) }
    // Scripts have no lasting failure, which a start would meet.
    if kind != .simulated, check == .failureAtStart || check == .failureLater { return }
    #expect(outcome == .kept)
  }
}
