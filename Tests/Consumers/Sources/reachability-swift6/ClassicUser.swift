import ClassicReachability
import Foundation

/// Uses the classic class as view controllers did.
@MainActor final class ClassicUser: NSObject {
  private(set) var told: [String] = []
  private var internet: Reachability?
  private var tokens: [any NSObjectProtocol] = []
  var whenTold: () -> Void = {}

  func viewDidLoad(host: String) {
    internet = Reachability(hostName: host)
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: ReachabilityDidChangeNotification, object: nil, queue: nil
      ) { [weak self] note in
        guard let reachability = note.object as? Reachability else { return }
        MainActor.assumeIsolated { self?.update(reachability) }
      })
    _ = internet?.startNotifier()
  }

  func viewDidDisappear() {
    internet?.stopNotifier()
    tokens.forEach { NotificationCenter.default.removeObserver($0) }
  }

  private func update(_ reachability: Reachability) {
    switch reachability.currentReachabilityStatus {
    case .notReachable: told.append("none")
    case .reachableViaWiFi: told.append("Wi-Fi")
    case .reachableViaWWAN: told.append("mobile")
    }
    whenTold()
  }
}
