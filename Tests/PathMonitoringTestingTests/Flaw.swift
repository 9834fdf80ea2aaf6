import PathMonitoringTesting
import Testing

/// What may be wrong with a backend.
enum Flaw: String, CaseIterable, CustomTestStringConvertible {
  case none
  case nameOfTwoWords
  case startThatWaits
  case startThatCallsForEver
  case silenceAtTheStart
  case deafness
  case stopThatWaits
  case staleAfterFresh
  case twoThreads
  case deafNewcomers
  case staleNewcomers
  case forgottenStop
  case lockHeldInCalls
  case stopBeforeFirstForgotten
  case receiversKept
  case oneStart
  case oneReceiver
  case stopOfAll
  case droppedWhileBusy
  case silentFailureAtStart
  case silentFailureLater
  case noReturn

  var testDescription: String { rawValue }

  /// The promises that it breaks.
  var broken: Set<BackendConformance.Check> {
    switch self {
    case .none: []
    case .nameOfTwoWords: [.name]
    case .startThatWaits, .startThatCallsForEver: [.startReturns]
    case .silenceAtTheStart: [.firstReport]
    case .deafness: [.changes]
    case .stopThatWaits: [.stopReturns]
    case .staleAfterFresh: [.order]
    case .twoThreads: [.oneCallAtATime]
    case .deafNewcomers: [.newcomer, .manySessions]
    // Who starts again is a newcomer, too.
    case .staleNewcomers: [.newcomer, .restart]
    case .forgottenStop: [.silenceAfterStop, .stopInsideCall, .stopBeforeFirst, .release]
    case .lockHeldInCalls: [.stopInsideCall]
    case .stopBeforeFirstForgotten: [.stopBeforeFirst]
    case .receiversKept: [.release]
    case .oneStart: [.restart]
    case .oneReceiver: [.manySessions]
    case .stopOfAll: [.independence]
    case .droppedWhileBusy: [.slowReceiver]
    case .silentFailureAtStart: [.failureAtStart]
    case .silentFailureLater, .noReturn: [.failureLater]
    }
  }

  /// The promises that it breaks or not, as the threads happen to run.
  var maybeBroken: Set<BackendConformance.Check> {
    self == .droppedWhileBusy ? [.order, .manySessions] : []
  }
}
