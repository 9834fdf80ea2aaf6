import PathMonitoring

/// What `wait` waits for.
struct WaitCondition: Equatable {
  var limit: Duration?
  var needsIPv4 = false
  var needsIPv6 = false
  var needsDNS = false

  func isMet(by path: NetworkPath) -> Bool {
    path.status == .satisfied && (path.supportsIPv4 || !needsIPv4) && (path.supportsIPv6 || !needsIPv6)
      && (path.supportsDNS || !needsDNS)
  }
}
