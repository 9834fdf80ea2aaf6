internal import PathMonitoring

extension NWPathMonitor: AsyncSequence {
  /// What the sequence gives.
  public typealias Element = NWPath
  /// What gives it.
  public typealias AsyncIterator = Iterator
  /// The sequence never fails.
  public typealias Failure = Never

  /// Gives the paths of one iteration.
  public struct Iterator: AsyncIteratorProtocol {
    /// What the iterator gives.
    public typealias Element = NWPath
    /// The iterator never fails.
    public typealias Failure = Never

    fileprivate var base: PathMonitor.Iterator

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next() async -> NWPath? {
      await next(isolation: #isolation)
    }

    /// The next path; nil once the monitor is cancelled or the task is.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> NWPath? {
      await base.next(isolation: actor).map(NWPath.init(converted:))
    }
  }

  /// Begins an iteration, and starts the monitor if nothing did; the first element is the current path.
  ///
  /// Apple's monitor is over when an iteration of it has ended, and a new one ends the one before. Here any number
  /// may run, one after the other or at once, beside a handler too, and each gets every path.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: converted.makeAsyncIterator(keeping: self))
  }
}

@available(*, unavailable)
extension NWPathMonitor.Iterator: Sendable {}
