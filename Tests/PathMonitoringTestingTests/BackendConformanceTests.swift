import PathMonitoring
import PathMonitoringTesting
import TestSupport
import Testing

/// The kit finds what is wrong, and nothing else.
@Suite struct BackendConformanceTests {
  @Test(arguments: Flaw.allCases)
  func flawIsFoundByTheChecksOfThePromisesItBreaks(_ flaw: Flaw) async {
    // What never comes is waited for as long as this; what does come had better come before.
    let conformance = BackendConformance(patience: .seconds(4)) { FlawedBackend(flaw).underTest }
    guard flaw != .stopBeforeFirstForgotten else {
      // Its first session hears nothing before it is stopped, so that others of the checks cannot be tried.
      #expect(throws: BackendConformance.Fault.self) { try conformance.verify(.stopBeforeFirst) }
      return
    }
    let found = Set(await aside { conformance.faults() }.map(\.check))
    #expect(found.subtracting(flaw.maybeBroken) == flaw.broken.subtracting(flaw.maybeBroken))
  }

  @Test func faultSaysWhatWasPromisedWhatWasSeenAndWhatToDo() throws {
    let conformance = BackendConformance { FlawedBackend(.nameOfTwoWords).underTest }
    let fault = try #require(throws: BackendConformance.Fault.self) { try conformance.verify(.name) }
    #expect(
      fault.description == "name is broken. Promised: the name is one word, which shows in what users read. "
        + "Seen: the name is \"two words\". To do: return one word, without spaces.")
  }

  @Test(arguments: BackendConformance.Check.allCases)
  func whatKeepsAllPromisesIsTriedInAll(_ check: BackendConformance.Check) {
    let conformance = BackendConformance(patience: .seconds(patience)) { FlawedBackend(.none).underTest }
    #expect(conformance.outcome(of: check) == .kept)
  }

  @Test func whatTheTestCannotDoIsNotTried() {
    let conformance = BackendConformance { BackendUnderTest(ScriptedBackend(.online())) }
    let tried = conformance.outcomes().filter { $0.outcome == .kept }.map(\.check)
    #expect(tried == [.name, .startReturns, .firstReport, .stopReturns, .manySessions, .release, .restart])
    #expect(conformance.faults().isEmpty)
  }

  @Test func outcomeIsReadable() {
    let conformance = BackendConformance { BackendUnderTest(ScriptedBackend(.online()), changes: nil) }
    #expect("\(conformance.outcome(of: .name))" == "kept")
    #expect(
      "\(conformance.outcome(of: .changes))"
        == "not tried: the test has no way to change the network: give BackendUnderTest its `changes`")
    let broken = BackendConformance { FlawedBackend(.nameOfTwoWords).underTest }.outcome(of: .name)
    #expect("\(broken)".hasPrefix("name is broken. Promised: the name is one word"))
  }

  @Test func backendThatCannotBeMadeIsAFault() throws {
    struct Refusal: Error, CustomStringConvertible { let description = "no permission" }
    let conformance = BackendConformance { throw Refusal() }
    let fault = try #require(throws: BackendConformance.Fault.self) { try conformance.verify(.changes) }
    #expect(fault.seen == "the backend under test could not be made: no permission")
  }
}
