extension NetworkEndpoint {
  /// A host, by address or by name.
  public enum Host: Hashable, Sendable, CustomDebugStringConvertible, ExpressibleByStringLiteral {
    /// A name to be resolved, through one interface if one is given.
    case name(String, NetworkInterface?)
    /// An IPv4 address.
    case ipv4(IPv4Address)
    /// An IPv6 address.
    case ipv6(IPv6Address)

    /// Makes an address of numeric text and a name of any other, bound to an interface if one's name stands
    /// behind a `%`. Never asks a name server.
    public init(_ string: String) {
      if let address = IPv4Address(string) {
        self = .ipv4(address)
      } else if let address = IPv6Address(string) {
        self = address.isIPv4Mapped ? address.asIPv4.map(Host.ipv4) ?? .ipv6(address) : .ipv6(address)
      } else if let percent = string.lastIndex(of: "%"),
        let interface = InternetText.interface(named: String(string[string.index(after: percent)...]))
      {
        self = .name(String(string[..<percent]), interface)
      } else {
        self = .name(string, nil)
      }
    }

    /// Makes an address of numeric text and a name of any other.
    public init(stringLiteral value: String) {
      self.init(value)
    }

    /// The interface that the host is bound to, if it is.
    public var interface: NetworkInterface? {
      switch self {
      case .name(_, let interface): interface
      case .ipv4(let address): address.interface
      case .ipv6(let address): address.interface
      }
    }

    /// The address or name, with `%` and the interface's name if it is scoped.
    public var debugDescription: String {
      switch self {
      case .name(let name, let interface): name + (interface.map { "%\($0.name)" } ?? "")
      case .ipv4(let address): address.debugDescription
      case .ipv6(let address): address.debugDescription
      }
    }
  }
}
