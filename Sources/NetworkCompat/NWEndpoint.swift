internal import PathMonitoring

/// An end of a connection, as of Apple's Network: of a path, a gateway.
public enum NWEndpoint: Hashable, CustomDebugStringConvertible, Sendable {
  /// A host by address or name, and a port of it.
  case hostPort(host: NWEndpoint.Host, port: NWEndpoint.Port)
  /// A Bonjour service.
  case service(name: String, type: String, domain: String, interface: NWInterface?)
  /// A socket in the file system.
  case unix(path: String)
  /// What a URL names.
  case url(URL)
  /// An endpoint of Apple's C interface, which Linux lacks: no value of this case can be made. A switch may
  /// name it or leave it out.
  case opaque(Never)

  /// The interface that the endpoint is bound to, if it is.
  public var interface: NWInterface? {
    switch self {
    case .hostPort(let host, _): host.interface
    case .service(_, _, _, let interface): interface
    case .unix, .url: nil
    }
  }

  /// `address:port`, with a dot before the port of an IPv6 address; name, type and domain of a service; the
  /// path; the URL.
  public var debugDescription: String {
    switch self {
    case .hostPort(let host, let port):
      NetworkEndpoint.hostPort(host: host.converted, port: port.converted).debugDescription
    case .service(let name, let type, let domain, let interface):
      // Apple puts nothing between type and domain.
      "\(name).\(type)\(domain)\(interface.map { "%\($0.name)" } ?? "")"
    case .unix(let path): path
    case .url(let url): url.absoluteString
    }
  }

  init(converted endpoint: NetworkEndpoint) {
    switch endpoint {
    case .hostPort(let host, let port):
      self = .hostPort(host: Host(converted: host), port: Port(integerLiteral: port.rawValue))
    case .service(let name, let type, let domain, let interface):
      self = .service(
        name: name, type: type, domain: domain, interface: interface.map(NWInterface.init(converted:)))
    case .unix(let path): self = .unix(path: path)
    }
  }

  /// Nil of a URL, which no path has.
  var converted: NetworkEndpoint? {
    switch self {
    case .hostPort(let host, let port): .hostPort(host: host.converted, port: port.converted)
    case .service(let name, let type, let domain, let interface):
      .service(name: name, type: type, domain: domain, interface: interface?.converted)
    case .unix(let path): .unix(path: path)
    case .url: nil
    }
  }
}
