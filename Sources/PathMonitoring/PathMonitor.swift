public import Dispatch

/// The name that `NetworkReachabilityProtocol` uses.
public typealias NetworkPathMonitor = PathMonitor

/// Tells which network path the host has, and when that changes.
///
/// The shape and behaviour are those of Apple's `NWPathMonitor`:
///
/// ```swift
/// let monitor = PathMonitor()
/// monitor.pathUpdateHandler = { path in print(path.status, path.availableInterfaces) }
/// monitor.start(queue: .main)
/// ```
///
/// or `for await path in PathMonitor() { … }`. All members may be used from any thread. A monitor that was
/// started keeps itself alive until it is cancelled.
public final class PathMonitor: Sendable {
  private let core: PathMonitorCore

  package init(
    requirements: PathRequirements, backend: some PathMonitorBackend = .automatic,
    settling: PathSettling = .immediate, clock: some PathMonitorClock = .system,
    to endpoint: NetworkEndpoint? = nil, resolver: (any HostResolver)? = nil
  ) {
    core = PathMonitorCore(
      requirements, backend, settling, clock, to: endpoint, resolver: resolver ?? SystemResolver())
  }

  /// What runs is kept from within. What is not, and goes, is no longer wanted.
  deinit { core.cancel() }

  /// Makes a monitor of all interfaces.
  ///
  /// - Parameters:
  ///   - backend: where the paths come from.
  ///   - policy: what is known better than the system about some interfaces.
  ///   - settling: whether short losses are ridden out.
  ///   - clock: what times the settling.
  public convenience init(
    backend: some PathMonitorBackend = .automatic, policy: PathPolicy = .none,
    settling: PathSettling = .immediate, clock: some PathMonitorClock = .system
  ) {
    self.init(
      requirements: PathRequirements(policy: policy), backend: backend, settling: settling, clock: clock)
  }

  /// Makes a monitor that considers only interfaces of one type. The type is the interface's own: a tunnel
  /// over Wi-Fi is not of type `.wifi`.
  ///
  /// - Parameters:
  ///   - requiredInterfaceType: the type.
  ///   - backend: where the paths come from.
  ///   - policy: what is known better than the system about some interfaces.
  ///   - settling: whether short losses are ridden out.
  ///   - clock: what times the settling.
  public convenience init(
    requiredInterfaceType: NetworkInterface.InterfaceType, backend: some PathMonitorBackend = .automatic,
    policy: PathPolicy = .none, settling: PathSettling = .immediate, clock: some PathMonitorClock = .system
  ) {
    self.init(
      requirements: PathRequirements(requiredType: requiredInterfaceType, policy: policy), backend: backend,
      settling: settling, clock: clock)
  }

  /// Makes a monitor that leaves out interfaces of some types, and what is stacked on such.
  ///
  /// - Parameters:
  ///   - prohibitedInterfaceTypes: the types.
  ///   - backend: where the paths come from.
  ///   - policy: what is known better than the system about some interfaces.
  ///   - settling: whether short losses are ridden out.
  ///   - clock: what times the settling.
  public convenience init(
    prohibitedInterfaceTypes: [NetworkInterface.InterfaceType],
    backend: some PathMonitorBackend = .automatic, policy: PathPolicy = .none,
    settling: PathSettling = .immediate, clock: some PathMonitorClock = .system
  ) {
    self.init(
      requirements: PathRequirements(prohibitedTypes: Set(prohibitedInterfaceTypes), policy: policy),
      backend: backend, settling: settling, clock: clock)
  }

  /// Makes a monitor of the path to one host: `PathMonitor(to: .hostPort(host: "example.org", port: 443))`.
  ///
  /// All routes that lead there count, not only default routes, and `NetworkPath.destination` tells where the host is.
  /// A path to a name is decided by the first of its addresses that can be reached. They are looked up on a thread of
  /// their own, again when the network or the resolver changes, and now and then while there is none; the first path
  /// waits a second for them at the most. No packet is sent to the host. A socket in the file system is local, and a
  /// Bonjour service is never resolved.
  ///
  /// - Parameters:
  ///   - endpoint: the host; its port does not matter.
  ///   - backend: where the paths come from.
  ///   - policy: what is known better than the system about some interfaces.
  ///   - settling: whether short losses are ridden out.
  ///   - clock: what times the settling and the questions to name servers.
  public convenience init(
    to endpoint: NetworkEndpoint, backend: some PathMonitorBackend = .automatic,
    policy: PathPolicy = .none, settling: PathSettling = .immediate, clock: some PathMonitorClock = .system
  ) {
    self.init(
      requirements: PathRequirements(policy: policy), backend: backend, settling: settling, clock: clock,
      to: endpoint)
  }

  /// What is called with the path: soon after `start(queue:)`, and at every change, on the queue, one call at
  /// a time in the order of events, also if the queue is a concurrent one.
  ///
  /// A handler that is late, since the queue is busy or it takes its time, gets every path all the same. Only if more
  /// than 1,024 would wait for it, which a handler that lives with its network never sees, they are left out, and it
  /// gets the newest in their place and every path from there on. The last call is for the path that is, in any
  /// case, and no two calls in a row are for equal paths.
  ///
  /// A handler that is assigned after `start(queue:)` gets the current path if none has had it yet. It may
  /// cancel the monitor, assign another handler and read `currentPath`. Released by `cancel()`.
  public var pathUpdateHandler: (@Sendable (_ newPath: NetworkPath) -> Void)? {
    get { core.handler }
    set { core.handler = newValue }
  }

  /// The path delivered last; unsatisfied, not available and empty before the first, and the last one for
  /// ever after `cancel()`.
  public package(set) var currentPath: NetworkPath {
    get { core.currentPath }
    set { core.currentPath = newValue }
  }

  /// The queue given to `start(queue:)`.
  public var queue: DispatchQueue? { core.queue }

  /// Where the paths come from, and why they do not, in one line.
  public var backendDescription: String { core.backendDescription }

  /// Why the backend cannot tell, or nil.
  package var failure: String? { core.failure }

  /// Whether the monitor is over for good.
  var isCancelled: Bool { core.isCancelled }

  /// Starts the monitor. The handler is called on `queue` soon, also if there is no path, never from within
  /// this call.
  ///
  /// A second start is ignored and keeps the first queue; a start after `cancel()` does nothing.
  public func start(queue: DispatchQueue) {
    start(queue: queue, keeping: self)
  }

  /// Starts the monitor behind a face of another kind, which is kept until the monitor is cancelled.
  package func start(queue: DispatchQueue, keeping face: any AnyObject & Sendable) {
    core.start(queue: queue, keeping: face)
  }

  /// Starts the monitor with a handler, for as long as somebody holds it: unlike a monitor that `start(queue:)`
  /// started it does not keep itself alive, and is cancelled when it goes. False, and nothing is done, if it
  /// was started or cancelled before.
  func startOwned(queue: DispatchQueue, handler: @escaping @Sendable (NetworkPath) -> Void) -> Bool {
    core.startOwned(queue: queue, handler: handler)
  }

  /// Stops the monitor for good and releases the handler and all it captured; iterations end.
  ///
  /// No call begins after this has returned, if it was called on the monitor's queue; from elsewhere, none
  /// after a call in flight has ended. Harmless twice, and before the start.
  public func cancel() {
    core.cancel()
  }
}

extension PathMonitor: AsyncSequence {
  /// What the sequence gives.
  public typealias Element = NetworkPath
  /// The sequence never fails.
  public typealias Failure = Never

  /// Gives the paths of one iteration.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: PathMailbox.Iterator

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next() async -> NetworkPath? {
      await next(isolation: #isolation)
    }

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> NetworkPath? {
      await base.next(isolation: actor)
    }
  }

  /// Begins an iteration, and starts the monitor if nothing did. Each iteration gets every path, the current
  /// one first, also if it is slow; one that leaves more than 1,024 waiting gets the newest in their place, as
  /// `pathUpdateHandler` does. A monitor that runs for iterations only stops with the last of them, and starts
  /// again with the next.
  public func makeAsyncIterator() -> Iterator {
    makeAsyncIterator(keeping: self)
  }

  /// Begins an iteration of a face of another kind, which is kept while the monitor runs.
  package func makeAsyncIterator(keeping face: any AnyObject & Sendable) -> Iterator {
    Iterator(base: core.iterate(keeping: face))
  }
}
