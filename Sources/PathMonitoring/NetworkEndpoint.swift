/// An end of a connection, such as a gateway.
public enum NetworkEndpoint: Hashable, Sendable, CustomDebugStringConvertible {
  /// A host by address or name, and a port of it.
  case hostPort(host: Host, port: Port)
  /// A Bonjour service.
  case service(name: String, type: String, domain: String, interface: NetworkInterface?)
  /// A socket in the file system.
  case unix(path: String)

  /// The interface that the endpoint is bound to, if it is.
  public var interface: NetworkInterface? {
    switch self {
    case .hostPort(let host, _): host.interface
    case .service(_, _, _, let interface): interface
    case .unix: nil
    }
  }

  /// `address:port`, with a dot before the port of an IPv6 address, as Apple prints it.
  public var debugDescription: String {
    switch self {
    case .hostPort(.ipv6(let address), let port): "\(address.debugDescription).\(port.debugDescription)"
    case .hostPort(let host, let port): "\(host.debugDescription):\(port.debugDescription)"
    case .service(let name, let type, let domain, let interface):
      "\(name).\(type).\(domain)\(interface.map { "%\($0.name)" } ?? "")"
    case .unix(let path): path
    }
  }
}
