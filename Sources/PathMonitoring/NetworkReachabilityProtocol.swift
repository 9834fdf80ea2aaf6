public import Dispatch

/// A class that follows the network: it has one stored property and one method, and the rest is here.
///
/// ```swift
/// final class Uploader: NetworkReachabilityProtocol {
///   var networkPathMonitor: NetworkPathMonitor?
///   func networkStatusChanged(isConnected: Bool) { isConnected ? resume() : pause() }
/// }
/// ```
///
/// `startNetworkMonitoring()` begins, `stopNetworkMonitoring()` ends, and both are harmless twice and may
/// follow each other, also from within a call. The adopter is held weakly: one that goes away without
/// having stopped gets no call, and its monitor ends with it.
///
/// Calls come on `networkMonitoringQueue`, the main queue by default, one at a time and in the order of events,
/// and never from within `startNetworkMonitoring()`. A program without a run loop serves the main queue by
/// `dispatchMain()`, or by an asynchronous `main`.
///
/// An adopter of the main actor says so with its conformance,
/// `@MainActor final class Model: @MainActor NetworkReachabilityProtocol`, unless its module infers that (the
/// upcoming feature `InferIsolatedConformances`, or main actor isolation by default).
///
/// A class whose subclasses are to replace one of the defaults has to have that member itself: Swift takes
/// the default for the class that conforms, whatever a subclass declares later.
public protocol NetworkReachabilityProtocol: AnyObject {
  /// The monitor while there is one. To be stored strongly and left to the defaults, which set and clear it.
  ///
  /// It is used by the threads that start, stop and ask, so that a class which does so from several needs a
  /// lock around it. A monitor that the adopter puts here itself before the start is started instead of a new
  /// one, if it was neither started nor cancelled; its handler is replaced.
  var networkPathMonitor: NetworkPathMonitor? { get set }

  /// Told whether there is a satisfied path: soon after each start, and then when that changes.
  ///
  /// - Parameter isConnected: whether the path that has just been delivered is satisfied.
  func networkStatusChanged(isConnected: Bool)

  /// Told every path, the first one included: before `networkStatusChanged(isConnected:)` if the status
  /// changes with it, so that what is kept of the path here is there when the status is told.
  func networkPathChanged(_ path: NetworkPath)

  /// Whether the path delivered last is satisfied; false before the first path and while stopped. From any
  /// thread that may read `networkPathMonitor`.
  func isNetworkAvailable() -> Bool

  /// Begins to tell. Does nothing if that has begun.
  func startNetworkMonitoring()

  /// Ends it. After this has returned no call begins, if it was called on `networkMonitoringQueue`; from
  /// elsewhere, none after a call in flight has ended. Harmless before the start.
  func stopNetworkMonitoring()

  /// Makes the monitor for a start: the place to ask for one medium only, or for another backend. A new one
  /// each time, not started: a monitor that was cancelled stays so.
  func makeNetworkPathMonitor() -> NetworkPathMonitor

  /// Where calls come; asked for at each start. The main queue by default, and for an adopter of the main
  /// actor nothing else will do.
  var networkMonitoringQueue: DispatchQueue { get }
}

extension NetworkReachabilityProtocol {
  /// Does nothing.
  public func networkPathChanged(_ path: NetworkPath) {}

  /// Whether the path delivered last is satisfied; false before the first path and while stopped.
  public func isNetworkAvailable() -> Bool {
    networkPathMonitor?.currentPath.status == .satisfied
  }

  /// Begins to tell the adopter, unless that has begun.
  public func startNetworkMonitoring() {
    let monitor: NetworkPathMonitor
    if let present = networkPathMonitor, !present.isCancelled {
      monitor = present
    } else {
      monitor = makeNetworkPathMonitor()
      networkPathMonitor = monitor
    }
    let relay = ReachabilityRelay(to: self, from: monitor)
    // Nothing happens if it runs already: by an earlier start, or by that of another thread or of an observer
    // of the property, which was faster.
    _ = monitor.startOwned(queue: networkMonitoringQueue) { relay.hear($0) }
  }

  /// Ends the calls, and lets go of the monitor.
  public func stopNetworkMonitoring() {
    networkPathMonitor?.cancel()
    networkPathMonitor = nil
  }

  /// Makes a monitor of all interfaces.
  public func makeNetworkPathMonitor() -> NetworkPathMonitor { NetworkPathMonitor() }

  /// The main queue.
  public var networkMonitoringQueue: DispatchQueue { .main }
}
