import NetworkCompat

/// What Swift 5 lets pass: a handler that uses a class which is not `Sendable`, and keeps it.
#if swift(<6) && !hasFeature(StrictConcurrency)
  class PlainClass {
    let monitor = NWPathMonitor(prohibitedInterfaceTypes: [.cellular])
    var isConnected = false
    var whenTold: () -> Void = {}

    func start() {
      monitor.pathUpdateHandler = { path in
        self.isConnected = path.status != .unsatisfied
        self.whenTold()
      }
      monitor.start(queue: DispatchQueue.global(qos: .background))
    }

    /// The commonest of all handlers.
    func startOnMain(_ told: @escaping () -> Void) {
      monitor.pathUpdateHandler = { [weak self] path in
        DispatchQueue.main.async {
          self?.isConnected = path.status == .satisfied
          told()
        }
      }
      monitor.start(queue: DispatchQueue(label: "plain"))
    }

    /// A handler that came from elsewhere, and was never said to be `Sendable`.
    func hand(_ handler: @escaping (NWPath) -> Void) {
      monitor.pathUpdateHandler = handler
    }
  }
#endif
