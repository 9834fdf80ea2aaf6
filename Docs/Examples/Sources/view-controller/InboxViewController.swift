import Foundation
import PathMonitoring

/// The screen of a mail program, which shows whether it is online. The class of an app would set labels and buttons
/// where this one prints; all else is the same.
@MainActor final class InboxViewController: @MainActor NetworkReachabilityProtocol {
  /// The one stored property that adoption asks for.
  var networkPathMonitor: NetworkPathMonitor?
  /// How many paths are shown before the screen closes; nil: until the program is ended.
  private var pathsLeft: Int?

  init(pathsLeft: Int?) { self.pathsLeft = pathsLeft }

  func viewWillAppear() { startNetworkMonitoring() }

  func viewDidDisappear() { stopNetworkMonitoring() }

  /// The one method that adoption asks for: soon after the start, and whenever it changes.
  func networkStatusChanged(isConnected: Bool) {
    print("       \(isConnected ? "[Refresh] [Send]" : "[Refresh] and [Send] are greyed out")")
  }

  /// Every path, before the status that changes with it: for those who want to know more.
  func networkPathChanged(_ path: NetworkPath) {
    print("Inbox  \(caption(of: path))")
    guard let left = pathsLeft else { return }
    pathsLeft = left - 1
    // The status of this path is still to be told, so that the screen closes after it.
    if left <= 1 { Task { close() } }
  }

  private func caption(of path: NetworkPath) -> String {
    switch path.status {
    case .unsatisfied: return "offline"
    case .requiresConnection: return "offline: the modem has not dialled"
    case .satisfied: break
    }
    let way = path.availableInterfaces.first.map { "\(name(of: $0.type)) (\($0.name))" } ?? "unknown ways"
    return "online by \(way)\(path.isExpensive ? ", pictures on demand" : "")"
  }

  private func name(of type: NetworkInterface.InterfaceType) -> String {
    switch type {
    case .wiredEthernet: "cable"
    case .wifi: "Wi-Fi"
    case .cellular: "mobile data"
    case .other: "VPN"
    case .loopback: "itself"
    }
  }

  private func close() {
    viewDidDisappear()
    exit(0)
  }
}
