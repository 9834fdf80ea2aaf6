import Observation

#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// What a view observes in newer apps, which loop in a task of the view's.
@MainActor @Observable final class ObservedModel {
  private(set) var isConnected = false
  private(set) var isConstrained = false

  func follow(_ monitor: NWPathMonitor) async {
    for await path in monitor {
      isConnected = path.status == .satisfied
      isConstrained = path.isConstrained
    }
  }
}
