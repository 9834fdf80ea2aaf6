#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// What an `ObservableObject` is without Combine: a value and those who want to hear of it.
@MainActor final class Model {
  private(set) var isConnected = false { didSet { told.append(isConnected) } }
  private(set) var isExpensive = false
  private(set) var told: [Bool] = []
  private let monitor: NWPathMonitor

  /// As apps do it whose handler is on a queue of its own, a step over to the main actor.
  init(monitor: NWPathMonitor = NWPathMonitor()) {
    self.monitor = monitor
    monitor.pathUpdateHandler = { path in
      Task { @MainActor [weak self] in
        self?.isConnected = path.status == .satisfied
        self?.isExpensive = path.isExpensive
      }
    }
    monitor.start(queue: DispatchQueue(label: "model"))
  }

  deinit { monitor.cancel() }
}

/// As apps do it whose handler is on the main queue.
@MainActor final class MainQueueModel {
  private(set) var status: NWPath.Status = .requiresConnection
  private let monitor: NWPathMonitor

  init(monitor: NWPathMonitor) { self.monitor = monitor }

  func start() {
    monitor.pathUpdateHandler = { [weak self] path in
      MainActor.assumeIsolated { self?.status = path.status }
    }
    monitor.start(queue: .main)
  }

  func stop() { monitor.cancel() }
}

/// As most apps do it: a step over to the main queue within the handler.
@MainActor final class DispatchModel {
  private(set) var connection = "none"
  private let monitor: NWPathMonitor
  private let told: @MainActor () -> Void

  init(monitor: NWPathMonitor, told: @escaping @MainActor () -> Void) {
    self.monitor = monitor
    self.told = told
    monitor.pathUpdateHandler = { path in
      DispatchQueue.main.async { [weak self] in
        self?.connection = path.availableInterfaces.first?.type.description ?? "none"
        self?.told()
      }
    }
    monitor.start(queue: .global(qos: .utility))
  }

  deinit { monitor.cancel() }
}
