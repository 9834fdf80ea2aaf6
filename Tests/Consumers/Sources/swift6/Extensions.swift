#if canImport(Network)
  public import Network
#else
  public import NetworkCompat
#endif

extension NWInterface.InterfaceType: @retroactive CaseIterable {
  /// All of them.
  public static var allCases: [NWInterface.InterfaceType] {
    [.other, .wifi, .cellular, .loopback, .wiredEthernet]
  }
}

extension NWInterface.InterfaceType: @retroactive CustomStringConvertible {
  /// In words.
  public var description: String {
    switch self {
    case .wifi: return "Wi-Fi"
    case .cellular: return "mobile data"
    case .wiredEthernet: return "cable"
    case .loopback: return "loopback"
    case .other: return "other"
    @unknown default: return "unknown"
    }
  }
}

extension NWPath.Status: @retroactive CaseIterable, @retroactive RawRepresentable {
  /// All of them.
  public static var allCases: [NWPath.Status] { [.satisfied, .unsatisfied, .requiresConnection] }

  /// The status of a word.
  public init?(rawValue: String) {
    guard let status = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = status
  }

  /// In a word.
  public var rawValue: String {
    switch self {
    case .satisfied: return "online"
    case .unsatisfied: return "offline"
    case .requiresConnection: return "asleep"
    @unknown default: return "?"
    }
  }
}

extension NWPath: @retroactive Hashable {
  /// Hashes what identifies a path.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(availableInterfaces)
  }
}

extension NWPath {
  var isReachable: Bool { status == .satisfied }

  /// Known members in a row, newer ones where they are there.
  var summary: [String: String] {
    var summary = ["status": status.rawValue, "types": types.map(\.description).joined(separator: " ")]
    summary["ipv4"] = "\(supportsIPv4)"
    summary["ipv6"] = "\(supportsIPv6)"
    summary["dns"] = "\(supportsDNS)"
    summary["reason"] = reason
    summary["gateway"] = gateways.first.map(address)
    if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) {
      summary["quality"] = quality
      summary["satellite"] = "\(isUltraConstrained)"
    }
    return summary
  }

  var types: [NWInterface.InterfaceType] { NWInterface.InterfaceType.allCases.filter(usesInterfaceType) }

  private var reason: String {
    switch unsatisfiedReason {
    case .notAvailable: return "none"
    case .cellularDenied, .wifiDenied, .localNetworkDenied: return "denied"
    case .vpnInactive: return "vpn"
    @unknown default: return "new"
    }
  }

  private var quality: String {
    switch linkQuality {
    case .unknown: return "-"
    case .minimal: return "*"
    case .moderate: return "**"
    case .good: return "***"
    @unknown default: return "new"
    }
  }

  private func address(_ endpoint: NWEndpoint) -> String {
    switch endpoint {
    case .hostPort(let host, _):
      switch host {
      case .ipv4(let address): return address.rawValue.map(String.init).joined(separator: ".")
      case .ipv6(let address): return "\(address)"
      case .name(let name, _): return name
      @unknown default: return "?"
      }
    case .service(let name, _, _, _): return name
    case .unix(let path): return path
    case .url(let url): return url.absoluteString
    case .opaque: return "?"
    @unknown default: return "?"
    }
  }
}
