extension NetworkEndpoint {
  /// The host that packets to it go to; nil if that is not known.
  var reachedHost: Host? {
    switch self {
    case .hostPort(let host, _): host
    // It never leaves this host.
    case .unix: .ipv4(.loopback)
    case .service: nil
    }
  }

  /// The addresses of its host now, looked up by the calling thread, which may take as long as name servers do.
  package func addresses() -> [Host] {
    guard let host = reachedHost else { return [] }
    guard case .name(let name, let interface) = host else { return [host] }
    return SystemResolver.addresses(name).map { $0.scoped(to: interface) }
  }
}

extension NetworkEndpoint.Host {
  /// A link-local address as one of the interface that its name was bound to.
  func scoped(to interface: NetworkInterface?) -> NetworkEndpoint.Host {
    guard let interface, case .ipv6(let address) = self, address.isLinkLocal else { return self }
    return IPv6Address(address.rawValue, interface).map(NetworkEndpoint.Host.ipv6) ?? self
  }
}
