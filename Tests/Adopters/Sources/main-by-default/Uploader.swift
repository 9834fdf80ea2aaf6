import PathMonitoring

final class Uploader: NetworkReachabilityProtocol {
  var networkPathMonitor: NetworkPathMonitor?
  func networkStatusChanged(isConnected: Bool) { isConnected ? resume() : pause() }

  /// Called once, with the next status.
  var whenTold: (() -> Void)?
  private(set) var isPaused = true
  private func resume() { tell(isPaused: false) }
  private func pause() { tell(isPaused: true) }
  private func tell(isPaused: Bool) {
    self.isPaused = isPaused
    whenTold?()
    whenTold = nil
  }
}
