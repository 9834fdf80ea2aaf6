#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// A monitor for each medium, as code does that wants to know what there is and not only what is used.
///
/// Unchecked: the statuses are used on the queue only.
final class Media: @unchecked Sendable {
  private let monitors: [NWInterface.InterfaceType: NWPathMonitor]
  private let queue = DispatchQueue(label: "media")
  private var statuses: [NWInterface.InterfaceType: NWPath.Status] = [:]

  init(_ types: [NWInterface.InterfaceType] = [.wifi, .cellular, .wiredEthernet]) {
    monitors = Dictionary(
      uniqueKeysWithValues: types.map { ($0, NWPathMonitor(requiredInterfaceType: $0)) })
  }

  func start(_ changed: @escaping @Sendable () -> Void) {
    for (type, monitor) in monitors {
      monitor.pathUpdateHandler = { [weak self] path in
        self?.statuses[type] = path.status
        changed()
      }
      monitor.start(queue: queue)
    }
  }

  func status(_ type: NWInterface.InterfaceType) -> NWPath.Status? { queue.sync { statuses[type] } }

  func stop() { monitors.values.forEach { $0.cancel() } }
}
