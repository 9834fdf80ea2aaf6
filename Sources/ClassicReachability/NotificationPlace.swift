import Foundation
import SystemConfigurationCompat

/// Where notifications are posted.
///
/// Unchecked: CoreFoundation lets all threads use a run loop.
enum NotificationPlace: @unchecked Sendable {
  case queue(DispatchQueue)
  case runLoop(CFRunLoop)

  /// The one that goes with the calling thread: its run loop, if it is a thread that can be expected to run one. The
  /// threads of queues and tasks never do, so from there it is the main queue.
  static var current: NotificationPlace {
    let runsLoop = CFRunLoopCopyCurrentMode(CFRunLoopGetCurrent()) != nil
    // The main run loop serves the main queue too, and a program with no more than `dispatchMain()` serves only that.
    guard !Thread.isMainThread, runsLoop || Thread.current.isExecuting else { return .queue(.main) }
    return .runLoop(CFRunLoopGetCurrent())
  }

  func schedule(_ target: SCNetworkReachability) -> Bool {
    switch self {
    case .queue(let queue): SCNetworkReachabilitySetDispatchQueue(target, queue)
    case .runLoop(let loop):
      SCNetworkReachabilityScheduleWithRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue)
    }
  }

  func unschedule(_ target: SCNetworkReachability) {
    switch self {
    case .queue: SCNetworkReachabilitySetDispatchQueue(target, nil)
    case .runLoop(let loop):
      SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue)
    }
  }
}
