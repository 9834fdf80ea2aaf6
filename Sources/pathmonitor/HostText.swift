import PathMonitoring

/// A host in the words of `--to`: `example.org`, `192.0.2.1:443`, `[2001:db8::1]:443`, `fe80::1%eth0`.
enum HostText {
  /// The endpoint that the text names; nil if it names none.
  static func endpoint(_ text: String) -> NetworkEndpoint? {
    var (host, port) = (text[...], Substring?.none)
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
      guard case .ipv6 = NetworkEndpoint.Host(String(host)) else { return nil }
    } else if text.split(separator: ":", omittingEmptySubsequences: false).count == 2,
      let colon = text.firstIndex(of: ":")
    {
      // More than one colon is an IPv6 address by itself.
      (host, port) = (text[..<colon], text[text.index(after: colon)...])
    }
    guard isHost(host) else { return nil }
    guard let port else { return .hostPort(host: .init(String(host)), port: .any) }
    return NetworkEndpoint.Port(String(port)).map { .hostPort(host: .init(String(host)), port: $0) }
  }

  /// Whether it is an address, or may be a name (RFC 1123, and the underscore that people use).
  private static func isHost(_ text: Substring) -> Bool {
    if case .name(let name, _) = NetworkEndpoint.Host(String(text)) {
      return !name.isEmpty && name.utf8.count <= 253
        && name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "." || $0 == "_"
        }
    }
    return true
  }
}
