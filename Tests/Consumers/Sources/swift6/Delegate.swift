#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

protocol NetworkWatchDelegate: AnyObject {
  func watch(_ watch: NetworkWatch, sees status: NWPath.Status, interfaces: [NWInterface])
}

/// A class of Objective-C's descent that tells a delegate, with no import but the one above.
///
/// Unchecked: it is started and stopped by one thread, and the delegate set before.
final class NetworkWatch: NSObject, @unchecked Sendable {
  weak var delegate: (any NetworkWatchDelegate)?
  private var monitor: NWPathMonitor?
  private let make: () -> NWPathMonitor

  init(_ make: @escaping () -> NWPathMonitor = NWPathMonitor.init) {
    self.make = make
    super.init()
  }

  /// A monitor is good for one start; each start makes another.
  func start(on queue: DispatchQueue) {
    guard monitor == nil else { return }
    let monitor = make()
    monitor.pathUpdateHandler = { [weak self] path in
      guard let self else { return }
      self.delegate?.watch(self, sees: path.status, interfaces: path.availableInterfaces)
    }
    monitor.start(queue: queue)
    self.monitor = monitor
  }

  func stop() {
    monitor?.pathUpdateHandler = nil
    monitor?.cancel()
    monitor = nil
  }

  deinit { stop() }
}
