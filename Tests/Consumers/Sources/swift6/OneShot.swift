#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// The ways to ask once.
enum OneShot {
  /// Blocks until the first call, in which the handler is replaced and the monitor cancelled.
  static func interfaceName() -> String? {
    let monitor = NWPathMonitor()
    let semaphore = DispatchSemaphore(value: 0)
    // Unchecked: it is read after the semaphore was signalled.
    final class Box: @unchecked Sendable { var name: String? }
    let box = Box()
    monitor.pathUpdateHandler = { path in
      box.name = path.availableInterfaces.first?.name
      monitor.pathUpdateHandler = { _ in }
      monitor.cancel()
      semaphore.signal()
    }
    monitor.start(queue: .global(qos: .userInitiated))
    semaphore.wait()
    return box.name
  }

  /// A continuation may be resumed once only: no call may follow the cancel within the handler.
  static func isOnline(_ monitor: NWPathMonitor) async -> Bool {
    await withCheckedContinuation { continuation in
      monitor.pathUpdateHandler = { path in
        monitor.cancel()
        continuation.resume(returning: path.status == .satisfied)
      }
      monitor.start(queue: DispatchQueue(label: "one-shot"))
    }
  }

  /// The first element.
  static func path() async -> NWPath? {
    for await path in NWPathMonitor() { return path }
    return nil
  }

  /// The first element that suits.
  static func online(_ monitor: NWPathMonitor) async -> NWPath? {
    await monitor.first { $0.status == .satisfied }
  }

  /// Reads the path within the handler.
  static func currentPath(_ then: @escaping @Sendable (NWPath) -> Void) {
    let monitor = NWPathMonitor()
    monitor.pathUpdateHandler = { [unowned monitor] _ in
      then(monitor.currentPath)
      monitor.cancel()
    }
    monitor.start(queue: .global())
  }
}
