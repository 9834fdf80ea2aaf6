public import SystemConfigurationCompat

/// Whether the network or a host can be reached, and by what kind of link, as the classic class tells it.
public enum ReachabilityStatus: Int, Hashable, Sendable, CustomStringConvertible {
  /// It cannot.
  case notReachable = 0
  /// By Wi-Fi, or anything else that is not mobile data: a cable counts as Wi-Fi.
  case reachableViaWiFi = 1
  /// By mobile data.
  case reachableViaWWAN = 2

  /// Reads the flags in this order: not reachable; mobile data; nothing must be dialled; it is dialled when it is
  /// needed, and nobody has to do anything for it; else not reachable.
  public init(_ flags: SCNetworkReachabilityFlags) {
    if !flags.contains(.reachable) {
      self = .notReachable
    } else if flags.contains(.isWWAN) {
      self = .reachableViaWWAN
    } else if !flags.contains(.connectionRequired) {
      self = .reachableViaWiFi
    } else if !flags.isDisjoint(with: [.connectionOnDemand, .connectionOnTraffic]),
      !flags.contains(.interventionRequired)
    {
      self = .reachableViaWiFi
    } else {
      self = .notReachable
    }
  }

  /// In words for people.
  public var description: String {
    switch self {
    case .notReachable: "No Connection"
    case .reachableViaWiFi: "WiFi"
    case .reachableViaWWAN: "Cellular"
    }
  }
}
