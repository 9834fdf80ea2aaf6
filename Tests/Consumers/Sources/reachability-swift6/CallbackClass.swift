#if canImport(SystemConfiguration)
  import SystemConfiguration
#else
  import SystemConfigurationCompat
#endif

enum WatchError: Error {
  case cannotMake(Int32), cannotSetCallback(Int32), cannotSchedule(Int32), cannotTell(Int32)
}

/// A class over the C functions in the way of the library that most programs have: a private queue, a callback of C's,
/// and a box with a weak reference as its context.
///
/// Unchecked: what changes is used on the queue.
final class CallbackClass: @unchecked Sendable {
  enum Connection: String {
    case unavailable, wifi, cellular
  }

  var whenChanged: (@Sendable (Connection) -> Void)?
  private(set) var isRunning = false
  private let target: SCNetworkReachability
  private let queue = DispatchQueue(label: "callback-class", qos: .default)
  private var flags: SCNetworkReachabilityFlags? {
    didSet { if flags != oldValue { tell() } }
  }

  private final class WeakBox {
    weak var owner: CallbackClass?
    init(_ owner: CallbackClass) { self.owner = owner }
  }

  required init(target: SCNetworkReachability) { self.target = target }

  convenience init(hostname: String) throws {
    guard let target = SCNetworkReachabilityCreateWithName(nil, hostname) else {
      throw WatchError.cannotMake(SCError())
    }
    self.init(target: target)
  }

  convenience init() throws {
    var address = sockaddr()
    address.sa_len = UInt8(MemoryLayout<sockaddr>.size)
    address.sa_family = sa_family_t(AF_INET)
    guard let target = SCNetworkReachabilityCreateWithAddress(nil, &address) else {
      throw WatchError.cannotMake(SCError())
    }
    self.init(target: target)
  }

  deinit { stop() }

  func start() throws {
    guard !isRunning else { return }
    let callback: SCNetworkReachabilityCallBack = { (target, flags, info) in
      guard let info = info else { return }
      Unmanaged<WeakBox>.fromOpaque(info).takeUnretainedValue().owner?.flags = flags
    }
    let box = WeakBox(self)
    var context = SCNetworkReachabilityContext(
      version: 0, info: UnsafeMutableRawPointer(Unmanaged<WeakBox>.passUnretained(box).toOpaque()),
      retain: { (info: UnsafeRawPointer) -> UnsafeRawPointer in
        let unmanaged = Unmanaged<WeakBox>.fromOpaque(info)
        _ = unmanaged.retain()
        return UnsafeRawPointer(unmanaged.toOpaque())
      },
      release: { (info: UnsafeRawPointer) -> Void in
        Unmanaged<WeakBox>.fromOpaque(info).release()
      },
      copyDescription: { (info: UnsafeRawPointer) -> Unmanaged<CFString> in
        let name = Unmanaged<WeakBox>.fromOpaque(info).takeUnretainedValue().owner == nil ? "nil" : "owner"
        return Unmanaged.passRetained(
          CFStringCreateWithCString(nil, name, CFStringBuiltInEncodings.UTF8.rawValue))
      })
    if !SCNetworkReachabilitySetCallback(target, callback, &context) {
      stop()
      throw WatchError.cannotSetCallback(SCError())
    }
    if !SCNetworkReachabilitySetDispatchQueue(target, queue) {
      stop()
      throw WatchError.cannotSchedule(SCError())
    }
    try queue.sync { [unowned self] in
      var flags = SCNetworkReachabilityFlags()
      if !SCNetworkReachabilityGetFlags(self.target, &flags) {
        self.stop()
        throw WatchError.cannotTell(SCError())
      }
      self.flags = flags
    }
    isRunning = true
  }

  func stop() {
    defer { isRunning = false }
    SCNetworkReachabilitySetCallback(target, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(target, nil)
  }

  private func tell() {
    let connection = flags?.connection ?? .unavailable
    whenChanged?(connection)
    NotificationCenter.default.post(name: .callbackClassChanged, object: self)
  }
}

extension Notification.Name {
  static let callbackClassChanged = Notification.Name("callbackClassChanged")
}

extension SCNetworkReachabilityFlags {
  var connection: CallbackClass.Connection {
    guard contains(.reachable) else { return .unavailable }
    var connection = CallbackClass.Connection.unavailable
    if !contains(.connectionRequired) { connection = .wifi }
    if !intersection([.connectionOnTraffic, .connectionOnDemand]).isEmpty, !contains(.interventionRequired) {
      connection = .wifi
    }
    if contains(.isWWAN) { connection = .cellular }
    return connection
  }

  var letters: String {
    [
      contains(.isWWAN) ? "W" : "-", contains(.reachable) ? "R" : "-",
      contains(.connectionRequired) ? "c" : "-", contains(.transientConnection) ? "t" : "-",
      contains(.interventionRequired) ? "i" : "-", contains(.connectionOnTraffic) ? "C" : "-",
      contains(.connectionOnDemand) ? "D" : "-", contains(.isLocalAddress) ? "l" : "-",
      contains(.isDirect) ? "d" : "-",
    ].joined()
  }
}
