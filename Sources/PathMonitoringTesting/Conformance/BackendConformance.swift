/// Finds out whether a backend keeps the promises of `PathMonitorBackend`.
///
/// With Swift Testing, one test case for each promise:
///
/// ```swift
/// @Test(arguments: BackendConformance.Check.allCases)
/// func keepsPromise(_ check: BackendConformance.Check) throws {
///   try BackendConformance { BackendUnderTest(MyBackend()) }.verify(check)
/// }
/// ```
///
/// With anything else, `faults()` is empty if all is well, and each fault says what to do. Calls block the thread
/// they are made on, and call the backend on others.
public struct BackendConformance: Sendable {
  private let patience: Duration
  private let make: @Sendable () throws -> BackendUnderTest

  /// Makes the checks for a kind of backend.
  ///
  /// - Parameters:
  ///   - patience: how long to wait for what must come. It costs time only where it does not come; a sound
  ///     backend takes a second for all checks, since two of them hold a receiver up.
  ///   - make: makes a backend for one check, whose network nothing has changed yet. What it throws is a fault.
  public init(
    patience: Duration = .seconds(10), _ make: @escaping @Sendable () throws -> BackendUnderTest
  ) {
    self.patience = patience
    self.make = make
  }

  /// Tries one promise, on a backend made for it.
  public func outcome(of check: Check) -> Outcome {
    let subject: BackendUnderTest
    do {
      subject = try make()
    } catch {
      return .broken(Fault(check, seen: "the backend under test could not be made: \(error)"))
    }
    let trial = ConformanceTrial(subject, patience)
    defer { trial.end() }
    do throws(ConformanceTrial.Ending) {
      try trial.run(check)
      return .kept
    } catch {
      switch error {
      case .broken(let seen): return .broken(Fault(check, seen: seen))
      case .notTried(let reason): return .notTried(reason)
      }
    }
  }

  /// Tries all promises in order. What needs one that is broken is not tried.
  public func outcomes() -> [(check: Check, outcome: Outcome)] {
    var outcomes: [(check: Check, outcome: Outcome)] = []
    var broken: Set<Check> = []
    for check in Check.allCases {
      if let need = check.needs.first(where: broken.contains) {
        outcomes.append((check, .notTried("it needs \(need), which is broken")))
        continue
      }
      let outcome = outcome(of: check)
      if case .broken = outcome { broken.insert(check) }
      outcomes.append((check, outcome))
    }
    return outcomes
  }

  /// The broken promises; empty if all are kept that could be tried.
  public func faults() -> [Fault] {
    outcomes().compactMap { if case .broken(let fault) = $0.outcome { fault } else { nil } }
  }

  /// Tries one promise and throws if it is broken. One that could not be tried passes.
  public func verify(_ check: Check) throws(Fault) {
    if case .broken(let fault) = outcome(of: check) { throw fault }
  }
}
