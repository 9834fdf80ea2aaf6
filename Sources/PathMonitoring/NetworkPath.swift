/// What a program can reach the network by at one moment.
///
/// A satisfied path says that packets can leave the host, not that the Internet beyond answers.
public struct NetworkPath: Hashable, Sendable, CustomDebugStringConvertible {
  /// Whether there is a path.
  public enum Status: Hashable, Sendable {
    /// Packets can leave.
    case satisfied
    /// There is no way out.
    case unsatisfied
    /// There is a way out, but its link waits for an outside event, such as a call or 802.1X.
    case requiresConnection
  }

  /// Why a path is unsatisfied.
  public enum UnsatisfiedReason: Hashable, Sendable {
    /// No network is there, or no reason is known; also of every path that is not unsatisfied.
    case notAvailable
    /// Mobile data is denied.
    case cellularDenied
    /// Wi-Fi is denied.
    case wifiDenied
    /// The local network is denied.
    case localNetworkDenied
    /// A VPN that is required is not active.
    case vpnInactive
  }

  /// Whether there is a path.
  public let status: Status

  /// Why there is none; `.notAvailable` if there is.
  public let unsatisfiedReason: UnsatisfiedReason

  /// The interfaces that the path can use, each once, the one that the kernel would use first.
  public let availableInterfaces: [NetworkInterface]

  /// Whether the first interface is mobile data or a hotspot, which costs money.
  public let isExpensive: Bool

  /// Whether the path is to be used sparingly. Linux has no source for it: it is false unless a `PathPolicy` says it.
  public let isConstrained: Bool

  /// Whether IPv4 packets can leave.
  public let supportsIPv4: Bool

  /// Whether IPv6 packets can leave.
  public let supportsIPv6: Bool

  /// Whether a name server is configured.
  public let supportsDNS: Bool

  /// The routers that the path leads through, in order of preference, port 0. A link without a router, such
  /// as a tunnel, has none.
  public let gateways: [NetworkEndpoint]

  /// Where the host is that the monitor was made for; nil of a path to everywhere.
  public let destination: Destination?

  /// What the interfaces run over beside their own types: the Wi-Fi below a tunnel.
  let underlyingTypes: Set<NetworkInterface.InterfaceType>

  /// Makes a path, for tests and previews.
  ///
  /// - Parameters:
  ///   - status: whether there is a path.
  ///   - unsatisfiedReason: why there is none.
  ///   - availableInterfaces: what it can use, best first; one that is listed twice counts once.
  ///   - isExpensive: whether it costs money.
  ///   - isConstrained: whether it is to be used sparingly.
  ///   - supportsIPv4: whether IPv4 packets can leave.
  ///   - supportsIPv6: whether IPv6 packets can leave.
  ///   - supportsDNS: whether a name server is configured.
  ///   - gateways: the routers that it leads through.
  ///   - underlyingTypes: what the interfaces run over, for `usesInterfaceType`.
  ///   - destination: where the host is, of a path to one.
  public init(
    status: Status, unsatisfiedReason: UnsatisfiedReason = .notAvailable,
    availableInterfaces: [NetworkInterface] = [], isExpensive: Bool = false, isConstrained: Bool = false,
    supportsIPv4: Bool = false, supportsIPv6: Bool = false, supportsDNS: Bool = false,
    gateways: [NetworkEndpoint] = [], underlyingTypes: Set<NetworkInterface.InterfaceType> = [],
    destination: Destination? = nil
  ) {
    self.destination = destination
    self.status = status
    self.unsatisfiedReason = unsatisfiedReason
    self.availableInterfaces = availableInterfaces.withoutRepeats
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
    self.supportsIPv4 = supportsIPv4
    self.supportsIPv6 = supportsIPv6
    self.supportsDNS = supportsDNS
    self.gateways = gateways.withoutRepeats
    // What is told already is left out, so that paths that answer alike are equal.
    self.underlyingTypes = underlyingTypes.filter { type in
      !availableInterfaces.contains { $0.type == type }
    }
  }

  /// The path of a monitor that has not said anything yet.
  static let notDetermined = NetworkPath(status: .unsatisfied)

  /// Whether packets may leave by an interface of that type: directly, or through a tunnel or a stacked
  /// interface over one, or as a path that stands by. Several types may be used at once.
  public func usesInterfaceType(_ type: NetworkInterface.InterfaceType) -> Bool {
    underlyingTypes.contains(type) || availableInterfaces.contains { $0.type == type }
  }

  /// Whether all that the properties tell is the same, the types of the interfaces too.
  public static func == (left: NetworkPath, right: NetworkPath) -> Bool {
    left.status == right.status && left.unsatisfiedReason == right.unsatisfiedReason
      && left.availableInterfaces == right.availableInterfaces
      && zip(left.availableInterfaces, right.availableInterfaces).allSatisfy { $0.type == $1.type }
      && left.isExpensive == right.isExpensive && left.isConstrained == right.isConstrained
      && left.supportsIPv4 == right.supportsIPv4 && left.supportsIPv6 == right.supportsIPv6
      && left.supportsDNS == right.supportsDNS && left.gateways == right.gateways
      && left.underlyingTypes == right.underlyingTypes && left.destination == right.destination
  }

  /// Hashes what identifies a path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(availableInterfaces)
    hasher.combine(supportsIPv4)
    hasher.combine(supportsIPv6)
    hasher.combine(supportsDNS)
    hasher.combine(gateways)
  }

  /// The path as Apple prints it: `satisfied (Path is satisfied), interface: eth0, ipv4, dns`.
  public var debugDescription: String {
    var words: [String]
    switch status {
    case .satisfied: words = ["satisfied (Path is satisfied)"]
    case .unsatisfied: words = ["unsatisfied (\(unsatisfiedReason.words))"]
    case .requiresConnection: words = ["satisfiable (Connection is required)"]
    }
    if let first = availableInterfaces.first { words.append("interface: \(first.name)") }
    if supportsIPv4 { words.append("ipv4") }
    if supportsIPv6 { words.append("ipv6") }
    if supportsDNS { words.append("dns") }
    if isExpensive { words.append("expensive") }
    if isConstrained { words.append("constrained") }
    if usesInterfaceType(.wifi) { words.append("uses wifi") }
    if usesInterfaceType(.cellular) { words.append("uses cell") }
    return words.joined(separator: ", ")
  }
}

extension NetworkPath.UnsatisfiedReason {
  fileprivate var words: String {
    switch self {
    case .notAvailable: "No network route"
    case .cellularDenied: "Denied over cellular interface"
    case .wifiDenied: "Denied over Wi-Fi interface"
    case .localNetworkDenied: "Local network prohibited"
    case .vpnInactive: "VPN is not active"
    }
  }
}

extension Array where Element: Hashable {
  /// The elements in order, each where it stands first.
  var withoutRepeats: [Element] {
    if count < 2 { return self }
    // Of a handful to compare each with those before it is less work than to hash it.
    if count < 9 {
      var kept: [Element] = []
      kept.reserveCapacity(count)
      for element in self where !kept.contains(element) { kept.append(element) }
      return kept
    }
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
