@testable import PathMonitoring
@testable import pathmonitor

/// The name or address of a host, and the endpoint of `--to`.
enum HostsTarget {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let host = NetworkEndpoint.Host(text)
    // An address is read from its own text; a name may be anything, and its text is the name's.
    if case .name = host {} else { try checkText(host) }
    _ = NetworkEndpoint.Port(text)?.debugDescription
    guard let endpoint = HostText.endpoint(text) else { return }
    guard case .hostPort(let host, let port) = endpoint else {
      throw Finding(description: "\(text) is read as \(endpoint)")
    }
    if case .name(let name, _) = host {
      try Finding.unless(!name.isEmpty && name.utf8.count <= 253, "\(name) is taken for a name")
    } else {
      try checkText(host)
    }
    try Finding.unless(NetworkEndpoint.Port(port.debugDescription) == port, "\(port) is another port")
    try Finding.unless(
      !endpoint.hostText.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "a host with control characters: \(endpoint)")
  }

  private static func checkText(_ host: NetworkEndpoint.Host) throws {
    let text = host.debugDescription
    try Finding.unless(NetworkEndpoint.Host(text) == host, "\(text) is read as another host")
  }
}
