import PathMonitoring

/// What is to be reached.
enum ReachabilityTarget: Hashable, Sendable {
  /// Any network: the address 0.0.0.0, or its like in IPv6.
  case anywhere
  /// One address.
  case address(NetworkEndpoint.Host)
  /// A name that must be resolved.
  case name(String)
  /// An address that must be this host's, and one that is to be reached from it, if there is one.
  case pair(local: NetworkEndpoint.Host, remote: NetworkEndpoint.Host?)

  /// The target of an address.
  init(_ host: NetworkEndpoint.Host) {
    self = host.isUnspecified ? .anywhere : .address(host)
  }

  /// The target of text: an address if it is one, as on Apple's systems. Nil of none.
  init?(text: String) {
    guard !text.isEmpty else { return nil }
    switch NetworkEndpoint.Host(text) {
    case .name: self = .name(text)
    case let host: self.init(host)
    }
  }

  /// Whether somebody must be asked for its address.
  var isName: Bool {
    if case .name = self { true } else { false }
  }

  /// What monitors it takes; nil for one of the path to everywhere.
  var endpoints: [NetworkEndpoint?] {
    func endpoint(_ host: NetworkEndpoint.Host) -> NetworkEndpoint { .hostPort(host: host, port: .any) }
    return switch self {
    case .anywhere: [nil]
    case .address(let host): [endpoint(host)]
    case .name(let name): [endpoint(NetworkEndpoint.Host(name))]
    case .pair(let local, let remote): [endpoint(local)] + (remote.map { [endpoint($0)] } ?? [])
    }
  }

  /// The same, where no name server may be asked: a name is taken to be where the path to everywhere leads.
  var withoutResolving: ReachabilityTarget { isName ? .anywhere : self }

  /// What the paths of the monitors together say.
  func observation(_ paths: [NetworkPath]) -> ReachabilityObservation {
    guard let path = paths.last else { return .nowhere }
    switch self {
    case .address(let host) where host.isIPv4LinkLocal && path.destination?.place == .behindGateway:
      // No router may pass it on (RFC 3927, section 7).
      return .nowhere
    case .pair(_, .some):
      guard paths.first?.destination?.place == .local else { return .nowhere }
    case .pair(_, nil):
      guard path.destination?.place == .local else { return .nowhere }
    case .anywhere, .address, .name: break
    }
    return ReachabilityObservation(path)
  }
}

extension NetworkEndpoint.Host {
  fileprivate var isUnspecified: Bool {
    switch self {
    case .ipv4(let address): address.rawValue.allSatisfy { $0 == 0 }
    case .ipv6(let address): address.rawValue.allSatisfy { $0 == 0 }
    case .name: false
    }
  }

  fileprivate var isIPv4LinkLocal: Bool {
    if case .ipv4(let address) = self { address.isLinkLocal } else { false }
  }
}
