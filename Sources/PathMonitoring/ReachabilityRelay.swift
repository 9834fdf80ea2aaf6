/// Hands the paths of one start on to an adopter of `NetworkReachabilityProtocol`, and knows what it was told.
///
/// Unchecked: it is used by the monitor's calls only, which come one after the other, on the queue that the
/// adopter chose to be called on; the weak references may be read by any thread.
final class ReachabilityRelay: @unchecked Sendable {
  private weak var adopter: (any NetworkReachabilityProtocol)?
  /// Weak, since the monitor holds the relay, and is to go with the adopter.
  private weak var monitor: PathMonitor?
  private var isConnected: Bool?

  init(to adopter: any NetworkReachabilityProtocol, from monitor: PathMonitor) {
    self.adopter = adopter
    self.monitor = monitor
  }

  func hear(_ path: NetworkPath) {
    guard let adopter, isRunning else { return }
    adopter.networkPathChanged(path)
    let isConnected = path.status == .satisfied
    // The adopter may have stopped within the call, and even started again: then another relay goes on.
    guard isRunning, isConnected != self.isConnected else { return }
    self.isConnected = isConnected
    adopter.networkStatusChanged(isConnected: isConnected)
  }

  private var isRunning: Bool { monitor.map { !$0.isCancelled } ?? false }
}
