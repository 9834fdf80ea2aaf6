#if canImport(SystemConfiguration)
  import SystemConfiguration
#else
  import SystemConfigurationCompat
#endif

/// A closure written within a class of the main actor is called by another thread: it must not be taken for one of the
/// main actor's.
@MainActor final class MainActorClass {
  private let target: SCNetworkReachability?
  private let told: Told

  /// What a context points to.
  final class Told: Sendable {
    let ring: @Sendable () -> Void
    init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }
  }

  init(_ host: String, _ ring: @escaping @Sendable () -> Void) {
    target = SCNetworkReachabilityCreateWithName(nil, host)
    told = Told(ring)
  }

  func start() -> Bool {
    guard let target = target else { return false }
    var context = SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(told).toOpaque(), retain: nil, release: nil,
      copyDescription: nil)
    return SCNetworkReachabilitySetCallback(
      target,
      { _, _, info in
        guard let info = info else { return }
        Unmanaged<Told>.fromOpaque(info).takeUnretainedValue().ring()
      }, &context) && SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue(label: "main-actor"))
  }

  func stop() {
    guard let target = target else { return }
    SCNetworkReachabilitySetCallback(target, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(target, nil)
  }
}
