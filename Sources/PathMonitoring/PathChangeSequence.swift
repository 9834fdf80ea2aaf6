/// The changes of a monitor's path, one after the other: `for await change in monitor.changes { … }`.
///
/// Iterating is like iterating the monitor itself: it starts it if nothing did, each loop gets every change,
/// and the first comes at once and tells the current path beside none at all.
public struct PathChangeSequence: AsyncSequence, Sendable {
  /// The sequence never fails.
  public typealias Failure = Never

  /// A path, and what is new about it.
  public struct Element: Hashable, Sendable {
    /// The path from now on.
    public let path: NetworkPath
    /// The path until now: unsatisfied and empty before the first.
    public let previous: NetworkPath
    /// What differs between the two.
    public var changes: NetworkPath.Changes { path.changes(since: previous) }
    /// Whether this is the first of the loop, which tells of no event.
    public let isFirst: Bool
  }

  /// Gives the changes of one loop.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: PathMonitor.Iterator
    fileprivate var previous: NetworkPath?

    /// The next change; nil once the monitor is cancelled or the task is.
    public mutating func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// The next change; nil once the monitor is cancelled or the task is.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      guard let path = await base.next(isolation: actor) else { return nil }
      defer { previous = path }
      return Element(path: path, previous: previous ?? .notDetermined, isFirst: previous == nil)
    }
  }

  fileprivate let monitor: PathMonitor

  /// Begins a loop.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: monitor.makeAsyncIterator())
  }
}

extension PathMonitor {
  /// The paths with what is new about each.
  public var changes: PathChangeSequence { PathChangeSequence(monitor: self) }
}
