internal import PathMonitoring

/// Tells which network path the host has, and when that changes: Apple's class, over `PathMonitor`.
///
/// ```swift
/// let monitor = NWPathMonitor()
/// monitor.pathUpdateHandler = { path in print(path.status, path.availableInterfaces) }
/// monitor.start(queue: .main)
/// ```
///
/// or `for await path in NWPathMonitor() { … }`. All members may be used from any thread. A monitor that was
/// started keeps itself alive until it is cancelled, so that one which nobody stores goes on to tell; one that was
/// never started goes like any object.
public final class NWPathMonitor: Sendable {
  let converted: PathMonitor

  init(converted: PathMonitor) {
    self.converted = converted
  }

  /// Makes a monitor of all interfaces.
  public convenience init() {
    self.init(converted: PathMonitor())
  }

  /// Makes a monitor that considers only interfaces of one type. The type is the interface's own: a tunnel
  /// over Wi-Fi is not of type `.wifi`.
  public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
    self.init(converted: PathMonitor(requiredInterfaceType: requiredInterfaceType.converted))
  }

  /// Makes a monitor that leaves out interfaces of some types, and what is stacked on such.
  public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
    self.init(converted: PathMonitor(prohibitedInterfaceTypes: prohibitedInterfaceTypes.map(\.converted)))
  }

  /// A new monitor of the links by cable, at every read. Apple's considers links that carry Ethernet frames of
  /// the program's own; here it is the monitor that requires `.wiredEthernet`, and so one that needs an address.
  public static var ethernetChannel: NWPathMonitor { NWPathMonitor(requiredInterfaceType: .wiredEthernet) }

  /// The path delivered last; unsatisfied, not available and empty before the first, and the last one for
  /// ever after `cancel()`.
  public var currentPath: NWPath {
    get { NWPath(converted: converted.currentPath) }
    @available(
      *, deprecated, message: "what is put here stays until the next path only; leave it to the monitor"
    )
    set { converted.currentPath = newValue.converted }
  }

  /// What is called with the path: soon after `start(queue:)`, and at every change, on the queue, one call at
  /// a time in the order of events, also if the queue is a concurrent one.
  ///
  /// A handler that is assigned after `start(queue:)` gets the current path if none has had it yet. It may
  /// cancel the monitor, assign another handler and read `currentPath`. Released by `cancel()`.
  @preconcurrency public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
    get {
      guard let handler = converted.pathUpdateHandler else { return nil }
      return { handler($0.converted) }
    }
    set {
      guard let newValue else { return converted.pathUpdateHandler = nil }
      converted.pathUpdateHandler = { newValue(NWPath(converted: $0)) }
    }
  }

  /// The queue given to `start(queue:)`; nil before.
  public var queue: DispatchQueue? { converted.queue }

  /// Starts the monitor. The handler is called on `queue` soon, also if there is no path, never from within
  /// this call.
  ///
  /// A second start is ignored and keeps the first queue; a start after `cancel()` does nothing.
  public func start(queue: DispatchQueue) {
    converted.start(queue: queue, keeping: self)
  }

  /// Stops the monitor for good and releases the handler and all it captured; iterations end.
  ///
  /// No call begins after this has returned, if it was called on the monitor's queue; from elsewhere, none
  /// after a call in flight has ended. Harmless twice, and before the start.
  public func cancel() {
    converted.cancel()
  }
}

extension NWPathMonitor: CustomDebugStringConvertible {
  /// The path delivered last, and where the paths come from.
  public var debugDescription: String {
    "NWPathMonitor(\(currentPath.debugDescription); \(converted.backendDescription))"
  }
}
