/// The paths of one iteration of a monitor, between the monitor and the task that takes them.
///
/// A stream would keep all of them for a task that is late, or let go of some and give two equal ones in a row. So
/// the stream only says that there is something, and it waits here.
final class PathMailbox: Sendable {
  private let backlog = Lock(PathBacklog())
  private let arrivals: AsyncStream<Void>.Continuation

  /// - Parameter arrivals: what the task waits for, which keeps one element.
  private init(_ arrivals: AsyncStream<Void>.Continuation) {
    self.arrivals = arrivals
  }

  /// A box, and what empties it. `ended` is called when the task is cancelled or lets go of the iterator.
  static func make(
    ended: @escaping @Sendable () -> Void
  ) -> (PathMailbox, Iterator) {
    let (stream, arrivals) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    arrivals.onTermination = { _ in ended() }
    let box = PathMailbox(arrivals)
    return (box, Iterator(box: box, arrivals: stream.makeAsyncIterator()))
  }

  /// Puts a path in, which `announce` is to follow. May be called in a lock.
  func put(_ path: NetworkPath) { backlog.withLock { $0.append(path) } }

  /// Wakes the task if it waits. Never to be called in a lock: who cancels the task at that moment holds one of the
  /// runtime's, which this takes, and takes ours in `ended`.
  func announce() { arrivals.yield() }

  /// Nothing more will come.
  func close() { arrivals.finish() }

  /// Takes the paths out, one after the other.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let box: PathMailbox
    fileprivate var arrivals: AsyncStream<Void>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async -> NetworkPath? {
      while true {
        if let path = box.backlog.withLock({ $0.next() }) { return path }
        // The last paths may have come with the end.
        guard await arrivals.next(isolation: actor) != nil else { return box.backlog.withLock { $0.next() } }
      }
    }
  }
}
