#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// An actor that loops in a task.
actor NetworkActor {
  private(set) var names: [[String]] = []
  private var task: Task<Void, Never>?
  private let monitor: NWPathMonitor

  init(_ monitor: NWPathMonitor) { self.monitor = monitor }

  func start(_ heard: @escaping @Sendable (Int) -> Void) {
    task = Task {
      for await path in monitor {
        names.append(path.availableInterfaces.map(\.name))
        heard(names.count)
      }
    }
  }

  func stop() async {
    task?.cancel()
    await task?.value
  }
}

/// A stream over the handler, from before the monitor was a sequence itself.
func paths(of monitor: NWPathMonitor) -> AsyncStream<NWPath> {
  AsyncStream { continuation in
    monitor.pathUpdateHandler = { continuation.yield($0) }
    continuation.onTermination = { _ in monitor.cancel() }
    monitor.start(queue: DispatchQueue(label: "stream"))
  }
}

/// A loop on the main actor, over a sequence whose type is not told.
@MainActor func firstStatus(in paths: some AsyncSequence<NWPath, Never>) async -> NWPath.Status? {
  for await path in paths { return path.status }
  return nil
}
