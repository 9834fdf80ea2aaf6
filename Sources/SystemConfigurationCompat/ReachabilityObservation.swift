package import PathMonitoring

/// What a target's paths came to. Callbacks are for changes of it.
package struct ReachabilityObservation: Hashable, Sendable {
  /// What is told.
  package var flags: SCNetworkReachabilityFlags = []
  /// The interface by which packets leave.
  package var interface: NetworkInterface?
  /// How many addresses a name has.
  package var addressCount = 0

  /// No way leads there.
  static let nowhere = ReachabilityObservation()

  private init() {}

  init(_ path: NetworkPath) {
    interface = path.availableInterfaces.first
    addressCount = path.destination?.addressCount ?? 0
    switch path.status {
    case .unsatisfied: return
    case .requiresConnection: flags = [.reachable, .connectionRequired, .transientConnection]
    case .satisfied: flags = [.reachable]
    }
    if interface?.type == .other { flags.insert(.transientConnection) }
    if path.isCellular { flags.formUnion([.transientConnection, .isWWAN]) }
    switch path.destination?.place {
    case .local: flags.formUnion([.isLocalAddress, .isDirect])
    case .onLink: flags.insert(.isDirect)
    case .behindGateway, .unreachable, .prohibited, .unresolved, nil: break
    }
  }
}

extension NetworkPath {
  /// Whether packets leave by mobile data: directly, or through a tunnel over it. Other ways that stand by do not
  /// count, so it is not enough that the path uses it.
  fileprivate var isCellular: Bool {
    switch availableInterfaces.first?.type {
    case .cellular: true
    case .other: isExpensive && usesInterfaceType(.cellular)
    case .wifi, .wiredEthernet, .loopback, nil: false
    }
  }
}
