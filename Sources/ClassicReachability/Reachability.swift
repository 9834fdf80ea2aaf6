public import Foundation
internal import PathMonitoring
public import SystemConfigurationCompat

/// Tells whether the network or a host can be reached, and posts a notification when that changes: the class that
/// most programs for Apple's systems once copied into theirs.
///
/// ```swift
/// let reachability = Reachability.networkReachabilityForInternetConnection()
/// NotificationCenter.default.addObserver(forName: .reachabilityChanged, object: reachability, queue: nil) { note in
///   print((note.object as? Reachability)?.currentReachabilityStatus ?? .notReachable)
/// }
/// reachability?.startNotifier()
/// ```
///
/// All members may be used from any thread. It stops to notify when it goes.
///
/// Unchecked: what changes is in a lock, and `NSObject` keeps nothing.
public final class Reachability: NSObject, @unchecked Sendable {
  private let target: SCNetworkReachability
  private let place = Lock<NotificationPlace?>(nil)

  private init?(_ target: SCNetworkReachability?) {
    guard let target else { return nil }
    self.target = target
    super.init()
    target.setCallout(
      ReachabilityCallout { [weak self] _, _ in
        guard let self else { return }
        NotificationCenter.default.post(name: ReachabilityDidChangeNotification, object: self)
      })
  }

  deinit { stopNotifier() }

  /// Watches a host by its name, or its address in digits; nil of an empty name.
  public convenience init?(hostName: String) {
    unsafe self.init(SCNetworkReachabilityCreateWithName(nil, hostName))
  }

  /// Watches a host by its name, or its address in digits; nil of an empty name.
  public convenience init?(host: String) {
    self.init(hostName: host)
  }

  /// Watches an IPv4 address; nil if its family is not `AF_INET`.
  public convenience init?(hostAddress: sockaddr_in) {
    let target = unsafe withUnsafePointer(to: hostAddress) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe SCNetworkReachabilityCreateWithAddress(nil, address)
      }
    }
    self.init(target)
  }

  /// Watches whether there is a way to everywhere.
  public class func networkReachabilityForInternetConnection() -> Reachability? {
    Reachability(hostAddress: address(0))
  }

  /// Watches whether there is a way to everywhere.
  public class func reachabilityForInternetConnection() -> Reachability? {
    networkReachabilityForInternetConnection()
  }

  /// Watches the local network, by the address 169.254.0.0: it can be reached if a link has a route to it of its own,
  /// and not by way of a router.
  public class func networkReachabilityForLocalWiFi() -> Reachability? {
    Reachability(hostAddress: address(0xA9FE_0000))
  }

  private class func address(_ number: UInt32) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = number.bigEndian
    return address
  }

  // MARK: Notifications

  /// Begins to post notifications: on the run loop of the calling thread, or on the main queue if that is the main
  /// thread, or one of a queue or a task, which runs none. A host given by name posts one for its first answer, the
  /// others only when something changes.
  ///
  /// - Returns: false, and nothing is done, if it notifies already.
  @discardableResult
  public func startNotifier() -> Bool { start(.current) }

  /// Begins to post notifications on a queue.
  ///
  /// - Parameter queue: where they are posted, one at a time.
  /// - Returns: false, and nothing is done, if it notifies already.
  @discardableResult
  public func startNotifier(queue: DispatchQueue) -> Bool { start(.queue(queue)) }

  private func start(_ new: NotificationPlace) -> Bool {
    place.withLock { place in
      guard place == nil, new.schedule(target) else { return false }
      place = new
      return true
    }
  }

  /// Ends the notifications. Harmless if there are none.
  public func stopNotifier() {
    place.withLock { place in
      place?.unschedule(target)
      place = nil
    }
  }

  // MARK: What is known

  /// The flags: those known while it notifies, else found out now, for which the thread waits some milliseconds. None
  /// if they cannot be.
  public var flags: SCNetworkReachabilityFlags { target.observe()?.flags ?? [] }

  /// The flags in a word.
  public var currentReachabilityStatus: ReachabilityStatus { ReachabilityStatus(flags) }

  /// Whether packets can leave, and nothing must be dialled first.
  public var isReachable: Bool { flags.canSend }

  /// Whether something must be dialled first.
  public var connectionRequired: Bool { flags.contains(.connectionRequired) }

  /// Whether packets can leave, and not by mobile data. As on Apple's systems that says nothing of radio: it is true
  /// of a cable too.
  public var isUsingWiFi: Bool {
    let flags = flags
    return flags.canSend && !flags.contains(.isWWAN)
  }

  /// Whether packets can leave, by mobile data.
  public var isUsingCellular: Bool {
    let flags = flags
    return flags.canSend && flags.contains(.isWWAN)
  }

  /// Whether packets can leave, by a cable. Beyond the classic class.
  public var isUsingWiredEthernet: Bool {
    guard let known = target.observe() else { return false }
    return known.flags.canSend && known.interface?.type == .wiredEthernet
  }
}

extension SCNetworkReachabilityFlags {
  fileprivate var canSend: Bool { contains(.reachable) && !contains(.connectionRequired) }
}
