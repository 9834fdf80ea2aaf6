internal import PathMonitoring

extension NWEndpoint {
  /// A host, by address or by name.
  public enum Host: Hashable, CustomDebugStringConvertible, ExpressibleByStringLiteral, Sendable {
    /// A literal is a string.
    public typealias StringLiteralType = String

    /// A name to be resolved, through one interface if one is given.
    case name(String, NWInterface?)
    /// An IPv4 address.
    case ipv4(IPv4Address)
    /// An IPv6 address.
    case ipv6(IPv6Address)

    /// Makes an address of numeric text, an IPv4 one of an IPv6 address that holds it mapped, and a name of any
    /// other text; bound to an interface if its name stands behind a `%`. Never asks a name server.
    public init(_ string: String) {
      self.init(converted: NetworkEndpoint.Host(string))
    }

    /// Makes an address of numeric text and a name of any other.
    public init(stringLiteral: String) {
      self.init(stringLiteral)
    }

    init(converted host: NetworkEndpoint.Host) {
      switch host {
      case .name(let name, let interface): self = .name(name, interface.map(NWInterface.init(converted:)))
      case .ipv4(let address): self = .ipv4(IPv4Address(converted: address))
      case .ipv6(let address): self = .ipv6(IPv6Address(converted: address))
      }
    }

    var converted: NetworkEndpoint.Host {
      switch self {
      case .name(let name, let interface): .name(name, interface?.converted)
      case .ipv4(let address): .ipv4(address.converted)
      case .ipv6(let address): .ipv6(address.converted)
      }
    }

    /// The interface that the host is bound to, if it is.
    public var interface: NWInterface? {
      switch self {
      case .name(_, let interface): interface
      case .ipv4(let address): address.interface
      case .ipv6(let address): address.interface
      }
    }

    /// The address or name, with `%` and the interface's name if it is bound to one.
    public var debugDescription: String { converted.debugDescription }
  }
}
