// Written for Apple's systems, as it could stand in an app for them; the three lines beside `import Network` are all
// that Linux asks for.
#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// Tells what NWPathMonitor says, until it has said enough.
@MainActor final class PathWatcher {
  private let monitor = NWPathMonitor()
  /// How many paths are told before the watch ends; nil: until the program is ended.
  private var pathsLeft: Int?
  private let whenDone: () -> Void

  init(pathsLeft: Int?, whenDone: @escaping () -> Void) {
    self.pathsLeft = pathsLeft
    self.whenDone = whenDone
  }

  func start() {
    monitor.pathUpdateHandler = { path in
      // The handler comes on the main queue, where the main actor is.
      MainActor.assumeIsolated { self.tell(path) }
    }
    monitor.start(queue: .main)
  }

  private func tell(_ path: NWPath) {
    let interfaces = path.availableInterfaces.map { "\($0.name) (\($0.type))" }.joined(separator: ", ")
    print("\(word(for: path.status)): \(interfaces.isEmpty ? "no interface" : interfaces)")
    if let router = path.gateways.first, case .hostPort(let host, _) = router { print("  by router \(host)") }
    if path.isExpensive { print("  costs money") }
    if path.status == .satisfied, !path.supportsDNS { print("  no names are found") }
    // A tunnel is `.other`; what it runs over is asked for like this.
    if path.usesInterfaceType(.wifi) { print("  uses Wi-Fi") }
    guard let left = pathsLeft else { return }
    pathsLeft = left - 1
    if left > 1 { return }
    monitor.cancel()
    whenDone()
  }

  private func word(for status: NWPath.Status) -> String {
    switch status {
    case .satisfied: "online"
    case .unsatisfied: "offline"
    case .requiresConnection: "would have to connect"
    @unknown default: "unknown"
    }
  }
}
