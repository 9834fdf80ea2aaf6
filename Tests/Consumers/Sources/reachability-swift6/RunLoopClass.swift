import Foundation

#if canImport(SystemConfiguration)
  import SystemConfiguration
#else
  import SystemConfigurationCompat
#endif

/// In the way of Apple's sample: a class of Objective-C's descent, a function as the callback, the run loop in its default
/// mode, and a notification.
class RunLoopClass: NSObject {
  enum NetworkStatus: Int {
    case notReachable = 0
    case reachableViaWiFi, reachableViaWWAN
  }

  static let changed = NSNotification.Name("RunLoopClassChanged")
  private var target: SCNetworkReachability?

  static func forHost(_ name: String) -> RunLoopClass? {
    guard let target = SCNetworkReachabilityCreateWithName(kCFAllocatorDefault, name) else { return nil }
    return RunLoopClass(target)
  }

  static func forAddress(_ address: sockaddr_in) -> RunLoopClass? {
    var address = address
    let target = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        SCNetworkReachabilityCreateWithAddress(kCFAllocatorDefault, $0)
      }
    }
    return target.map(RunLoopClass.init)
  }

  static func forInternetConnection() -> RunLoopClass? {
    var zero = sockaddr_in()
    zero.sin_len = UInt8(MemoryLayout.size(ofValue: zero))
    zero.sin_family = sa_family_t(AF_INET)
    return forAddress(zero)
  }

  init(_ target: SCNetworkReachability) {
    self.target = target
    super.init()
  }

  func startNotifier() -> Bool {
    guard let target = target else { return false }
    var context = SCNetworkReachabilityContext()
    context.info = UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return SCNetworkReachabilitySetCallback(target, runLoopCallback, &context)
      && SCNetworkReachabilityScheduleWithRunLoop(
        target, CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue)
  }

  func stopNotifier() {
    guard let target = target else { return }
    SCNetworkReachabilityUnscheduleFromRunLoop(
      target, CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue)
  }

  deinit { stopNotifier() }

  var status: NetworkStatus {
    var flags: SCNetworkReachabilityFlags = []
    guard let target = target, SCNetworkReachabilityGetFlags(target, &flags) else { return .notReachable }
    // By numbers, as in code that was C once.
    if flags.rawValue & UInt32(kSCNetworkFlagsReachable) == 0 { return .notReachable }
    var status = NetworkStatus.notReachable
    if !flags.contains(.connectionRequired) { status = .reachableViaWiFi }
    if flags.contains(.connectionOnDemand) || flags.contains(.connectionOnTraffic) {
      if !flags.contains(.interventionRequired) { status = .reachableViaWiFi }
    }
    if flags.intersection(.isWWAN) == .isWWAN { status = .reachableViaWWAN }
    return status
  }
}

private func runLoopCallback(
  target: SCNetworkReachability, flags: SCNetworkReachabilityFlags, info: UnsafeMutableRawPointer?
) {
  guard let info = info else { return }
  let sender = Unmanaged<RunLoopClass>.fromOpaque(info).takeUnretainedValue()
  NotificationCenter.default.post(name: RunLoopClass.changed, object: sender)
}

/// The function of a hundred answers on the web.
func isConnectedToNetwork() -> Bool {
  var zeroAddress = sockaddr_in()
  zeroAddress.sin_len = UInt8(MemoryLayout.size(ofValue: zeroAddress))
  zeroAddress.sin_family = sa_family_t(AF_INET)
  guard
    let defaultRouteReachability = withUnsafePointer(
      to: &zeroAddress,
      {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { zeroSockAddress in
          SCNetworkReachabilityCreateWithAddress(nil, zeroSockAddress)
        }
      })
  else { return false }
  var flags = SCNetworkReachabilityFlags()
  if !SCNetworkReachabilityGetFlags(defaultRouteReachability, &flags) {
    return false
  }
  let isReachable = (flags.rawValue & UInt32(kSCNetworkFlagsReachable)) != 0
  let needsConnection = (flags.rawValue & UInt32(kSCNetworkFlagsConnectionRequired)) != 0
  return isReachable && !needsConnection
}
