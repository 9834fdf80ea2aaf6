extension ConformanceTrial {
  /// Tries a promise.
  func run(_ check: BackendConformance.Check) throws(Ending) {
    switch check {
    case .name: try tryName()
    case .startReturns: try tryStartReturns()
    case .firstReport: try tryFirstReport()
    case .changes: try tryChanges()
    case .stopReturns: try tryStopReturns()
    case .order: try tryOrder()
    case .oneCallAtATime: try tryOneCallAtATime()
    case .newcomer: try tryNewcomer()
    case .silenceAfterStop: try trySilenceAfterStop()
    case .stopInsideCall: try tryStopInsideCall()
    case .stopBeforeFirst: try tryStopBeforeFirst()
    case .release: try tryRelease()
    case .restart: try tryRestart()
    case .manySessions: try tryManySessions()
    case .independence: try tryIndependence()
    case .slowReceiver: try trySlowReceiver()
    case .failureAtStart: try tryFailureAtStart()
    case .failureLater: try tryFailureLater()
    }
  }
}
