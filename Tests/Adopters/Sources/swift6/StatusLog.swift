/// What adopters were told, to be awaited one by one.
final class StatusLog: Sendable {
  private let stream: AsyncStream<Bool>
  private let continuation: AsyncStream<Bool>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func add(_ isConnected: Bool) { continuation.yield(isConnected) }

  /// The next status; waits for it.
  func next() async -> Bool? {
    for await isConnected in stream { return isConnected }
    return nil
  }
}
