#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// The singleton of many apps: started when it is first used, asked from anywhere, on a queue of its own.
///
/// Unchecked: what changes is behind the lock.
final class CurrentNetwork: @unchecked Sendable {
  static let shared = CurrentNetwork()

  private let monitor = NWPathMonitor()
  private let queue = DispatchQueue(label: "current-network", qos: .background)
  private let lock = NSLock()
  private var connected = false
  private var kind: Connection = .unknown

  enum Connection {
    case wifi, cellular, ethernet, loopback, other, unknown
  }

  var isConnected: Bool { lock.withLock { connected } }
  var connection: Connection { lock.withLock { kind } }

  private init() {
    // The start comes first, as in a quarter of all code.
    monitor.start(queue: queue)
    monitor.pathUpdateHandler = { [weak self] path in
      self?.take(path)
    }
  }

  private func take(_ path: NWPath) {
    lock.withLock {
      connected = path.status == .satisfied
      kind = Self.connection(of: path)
    }
    NotificationCenter.default.post(name: .networkChanged, object: self, userInfo: ["connected": isConnected])
  }

  private static func connection(of path: NWPath) -> Connection {
    if path.usesInterfaceType(.wifi) {
      return .wifi
    } else if path.usesInterfaceType(.cellular) {
      return .cellular
    } else if path.usesInterfaceType(.wiredEthernet) {
      return .ethernet
    } else if path.usesInterfaceType(.loopback) {
      return .loopback
    } else if path.usesInterfaceType(.other) {
      return .other
    } else {
      return .unknown
    }
  }
}

extension Notification.Name {
  static let networkChanged = Notification.Name("network.changed")
}
