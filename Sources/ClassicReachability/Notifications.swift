public import Foundation

/// Posted by a `Reachability` that notifies, which is the object, when something has changed.
public let ReachabilityDidChangeNotification = Notification.Name(ReachabilityDidChangeNotificationName)

/// The text of `ReachabilityDidChangeNotification`.
public let ReachabilityDidChangeNotificationName = "ReachabilityDidChangeNotification"

extension Notification.Name {
  /// `ReachabilityDidChangeNotification` by a newer name: the same notification, which is posted once.
  public static let reachabilityChanged = ReachabilityDidChangeNotification
}
