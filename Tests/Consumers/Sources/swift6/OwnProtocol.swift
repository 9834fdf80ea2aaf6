#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// What a project puts between itself and the system, for the sake of its tests.
protocol PathMonitorProtocol: AnyObject {
  var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? { get set }
  var currentPath: NWPath { get }
  var queue: DispatchQueue? { get }
  func start(queue: DispatchQueue)
  func cancel()
}

extension NWPathMonitor: PathMonitorProtocol {}

protocol PathProtocol {
  var status: NWPath.Status { get }
  var isExpensive: Bool { get }
  var isConstrained: Bool { get }
  func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool
}

extension NWPath: PathProtocol {}

/// Sees the protocol only.
final class Gate {
  private let monitor: any PathMonitorProtocol
  init(_ monitor: any PathMonitorProtocol = NWPathMonitor()) { self.monitor = monitor }

  func open(_ whenOnline: @escaping @Sendable () -> Void) {
    monitor.pathUpdateHandler = { path in
      let path: any PathProtocol = path
      if path.status == .satisfied, !path.isExpensive, !path.isConstrained { whenOnline() }
    }
    monitor.start(queue: DispatchQueue(label: "gate", attributes: .concurrent))
  }

  func close() { monitor.cancel() }
}
