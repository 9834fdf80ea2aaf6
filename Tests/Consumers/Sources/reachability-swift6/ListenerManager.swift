// Code of others has its own rules for comments.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if canImport(SystemConfiguration)
  import SystemConfiguration
#else
  import SystemConfigurationCompat
#endif

/// A manager with one listener, in the way of HTTP libraries: a context that is not retained, the state behind a lock,
/// the listener on a queue that it chose, told when the status changes.
///
/// Unchecked: what changes is behind the lock.
open class ListenerManager: @unchecked Sendable {
  public enum Status: Equatable, Sendable {
    case unknown, notReachable
    case reachable(Medium)

    public enum Medium: Sendable { case ethernetOrWiFi, cellular }

    init(_ flags: SCNetworkReachabilityFlags) {
      guard flags.isActuallyReachable else {
        self = .notReachable
        return
      }
      self = flags.contains(.isWWAN) ? .reachable(.cellular) : .reachable(.ethernetOrWiFi)
    }
  }

  public typealias Listener = @Sendable (Status) -> Void

  /// One for any network.
  public static let `default` = ListenerManager()

  open var isReachable: Bool { flags?.isActuallyReachable == true }
  open var flags: SCNetworkReachabilityFlags? {
    var flags = SCNetworkReachabilityFlags()
    return SCNetworkReachabilityGetFlags(target, &flags) ? flags : nil
  }
  open var status: Status { flags.map(Status.init) ?? .unknown }

  private let target: SCNetworkReachability
  private let queue = DispatchQueue(label: "manager")
  private let lock = NSLock()
  private var listener: (listener: Listener, queue: DispatchQueue)?
  private var previous: Status?

  public convenience init?(host: String) {
    guard let target = SCNetworkReachabilityCreateWithName(nil, host) else { return nil }
    self.init(target: target)
  }

  public convenience init?() {
    var zero = sockaddr()
    zero.sa_len = UInt8(MemoryLayout<sockaddr>.size)
    zero.sa_family = sa_family_t(AF_INET)
    guard let target = SCNetworkReachabilityCreateWithAddress(nil, &zero) else { return nil }
    self.init(target: target)
  }

  private init(target: SCNetworkReachability) { self.target = target }

  deinit { stopListening() }

  @discardableResult
  open func startListening(onQueue queue: DispatchQueue = .main, whenUpdated listener: @escaping Listener)
    -> Bool
  {
    stopListening()
    lock.withLock { self.listener = (listener, queue) }
    var context = SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(self).toOpaque(), retain: nil, release: nil,
      copyDescription: nil)
    let callback: SCNetworkReachabilityCallBack = { _, flags, info in
      guard let info = info else { return }
      Unmanaged<ListenerManager>.fromOpaque(info).takeUnretainedValue().tell(flags)
    }
    let queueAdded = SCNetworkReachabilitySetDispatchQueue(target, self.queue)
    let callbackAdded = SCNetworkReachabilitySetCallback(target, callback, &context)
    // Addresses have no first call.
    if let flags = flags {
      self.queue.async { self.tell(flags) }
    }
    return callbackAdded && queueAdded
  }

  open func stopListening() {
    SCNetworkReachabilitySetCallback(target, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    lock.withLock {
      listener = nil
      previous = nil
    }
  }

  private func tell(_ flags: SCNetworkReachabilityFlags) {
    let status = Status(flags)
    lock.withLock {
      guard previous != status else { return }
      previous = status
      let listener = listener
      listener?.queue.async { listener?.listener(status) }
    }
  }
}

extension SCNetworkReachabilityFlags {
  var isActuallyReachable: Bool {
    contains(.reachable) && (!contains(.connectionRequired) || connectsByItself)
  }
  var connectsByItself: Bool {
    (contains(.connectionOnDemand) || contains(.connectionOnTraffic)) && !contains(.interventionRequired)
  }
}
