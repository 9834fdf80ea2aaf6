public import PathMonitoring

/// A backend that is to be tested, and what the test can do to its network.
public struct BackendUnderTest: Sendable {
  /// How the network of the backend is made to change, in steps that are numbered from 1 on.
  public struct Changes: Sendable {
    /// Brings the network to a step. Called with 1, 2, 3 and so on, one call at a time, on any thread.
    public var make: @Sendable (_ step: Int) throws -> Void
    /// Which step a snapshot shows: nil or 0 for what was before the first, nil for what is in between.
    public var read: @Sendable (_ snapshot: NetworkSnapshot) -> Int?

    /// Tells how to change the network.
    ///
    /// - Parameters:
    ///   - make: brings the network to a step, such as a default route by the router of this number.
    ///   - read: tells which step a snapshot shows, such as the number of its router.
    public init(
      make: @escaping @Sendable (_ step: Int) throws -> Void,
      read: @escaping @Sendable (_ snapshot: NetworkSnapshot) -> Int?
    ) {
      self.make = make
      self.read = read
    }
  }

  /// How the backend's source is made to fail.
  public struct Outage: Sendable {
    /// Lets the source fail: for monitors that run, and at the start of new ones.
    public var begin: @Sendable () throws -> Void
    /// Lets it work again.
    public var end: @Sendable () throws -> Void

    /// Tells how to make the source fail.
    ///
    /// - Parameters:
    ///   - begin: lets the source fail.
    ///   - end: lets it work again.
    public init(begin: @escaping @Sendable () throws -> Void, end: @escaping @Sendable () throws -> Void) {
      self.begin = begin
      self.end = end
    }
  }

  /// The backend, with no monitor yet.
  public var backend: any PathMonitorBackend
  /// How its network changes; nil if the test cannot make it, and then what needs it is not tried.
  public var changes: Changes?
  /// How its source fails; nil if the test cannot make it, and then what needs it is not tried.
  public var outage: Outage?

  /// Tells what is to be tested.
  ///
  /// - Parameters:
  ///   - backend: the backend, with no monitor yet.
  ///   - changes: how its network changes.
  ///   - outage: how its source fails.
  public init(_ backend: any PathMonitorBackend, changes: Changes? = nil, outage: Outage? = nil) {
    self.backend = backend
    self.changes = changes
    self.outage = outage
  }
}
