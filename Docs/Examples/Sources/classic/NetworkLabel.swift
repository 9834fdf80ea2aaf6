import ClassicReachability
import Foundation

/// A label with the state of the network, as programs of many years' standing have it: the class with its notifications.
@MainActor final class NetworkLabel {
  private let reachability = Reachability.networkReachabilityForInternetConnection()
  private var observer: (any NSObjectProtocol)?
  /// How many states are shown before the label goes; nil: until the program is ended.
  private var statesLeft: Int?
  private let whenDone: () -> Void

  init(statesLeft: Int?, whenDone: @escaping () -> Void) {
    self.statesLeft = statesLeft
    self.whenDone = whenDone
  }

  func appear() {
    observer = NotificationCenter.default.addObserver(
      forName: .reachabilityChanged, object: reachability, queue: .main
    ) { notification in
      guard let status = (notification.object as? Reachability)?.currentReachabilityStatus else { return }
      MainActor.assumeIsolated { self.show(status) }
    }
    guard reachability?.startNotifier() == true else { return print("the network cannot be watched") }
    // Notifications tell of changes only: how things stand is asked for.
    show(reachability?.currentReachabilityStatus ?? .notReachable)
  }

  func disappear() {
    reachability?.stopNotifier()
    observer.map(NotificationCenter.default.removeObserver)
    observer = nil
  }

  private func show(_ status: ReachabilityStatus) {
    switch status {
    case .notReachable: print("no network")
    // A cable counts as Wi-Fi here, as it always has.
    case .reachableViaWiFi: print("Wi-Fi or cable")
    case .reachableViaWWAN:
      print(reachability?.connectionRequired == true ? "mobile data, once it has dialled" : "mobile data")
    }
    guard let left = statesLeft else { return }
    statesLeft = left - 1
    if left > 1 { return }
    disappear()
    whenDone()
  }
}
