/// What is known of the way to a target, with Apple's raw values.
public struct SCNetworkReachabilityFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes flags of their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Over a link that comes and goes: mobile data, or a tunnel.
  public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
  /// A packet could leave now. That says nothing of whether it arrives.
  public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
  /// Something must be dialled first.
  public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
  /// Any packet would have it dialled. Never set on Linux, which does not tell.
  public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
  /// The user must act. Never set on Linux.
  public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
  /// Only CFStream would have it dialled. Never set on Linux.
  public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
  /// The target is this host.
  public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
  /// No router lies between.
  public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
  /// Over mobile data.
  public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)
  /// The older name of `connectionOnTraffic`.
  public static let connectionAutomatic = connectionOnTraffic
}

extension SCNetworkReachabilityFlags: CustomDebugStringConvertible {
  /// The names of those that are set, as `reachable, isDirect`.
  public var debugDescription: String {
    let names: [(SCNetworkReachabilityFlags, String)] = [
      (.transientConnection, "transientConnection"), (.reachable, "reachable"),
      (.connectionRequired, "connectionRequired"), (.connectionOnTraffic, "connectionOnTraffic"),
      (.interventionRequired, "interventionRequired"), (.connectionOnDemand, "connectionOnDemand"),
      (.isLocalAddress, "isLocalAddress"), (.isDirect, "isDirect"), (.isWWAN, "isWWAN"),
    ]
    let known = names.filter { contains($0.0) }.map(\.1)
    return known.isEmpty ? "none" : known.joined(separator: ", ")
  }
}
