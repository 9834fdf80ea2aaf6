import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

/// Backends that keep all promises.
@Suite struct ConformingBackendTests {
  /// A kind of backend whose network is what it is sent.
  enum Kind: CaseIterable {
    case scripted

    var underTest: BackendUnderTest {
      switch self {
      case .scripted: Self.underTest(ScriptedBackend(.offline)) { $0.send($1) }
      }
    }

    private static func underTest<Backend: PathMonitorBackend>(
      _ backend: Backend, send: @escaping @Sendable (Backend, NetworkSnapshot) throws -> Void
    ) -> BackendUnderTest {
      let changes = BackendUnderTest.Changes(
        make: { try send(backend, .online(gateway: "192.0.2.\($0)")) }, read: \.shownStep)
      return BackendUnderTest(backend, changes: changes)
    }
  }

  @Test(arguments: Kind.allCases, BackendConformance.Check.allCases)
  func keepsPromise(_ kind: Kind, _ check: BackendConformance.Check) async {
    // What is sent never fails.
    guard check != .failureAtStart, check != .failureLater else { return }
    let conformance = BackendConformance(patience: .seconds(patience)) { kind.underTest }
    #expect(await aside { conformance.outcome(of: check) } == .kept)
  }
}
