import PathMonitoring

/// A resolv.conf, what systemd-resolved writes beside it, and an nsswitch.conf, with a byte 0 between them.
enum ResolverTarget {
  static func check(_ bytes: [UInt8]) throws {
    let texts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let configurations = texts.prefix(2).map { ResolverConfiguration($0) }
    for configuration in configurations {
      for server in configuration.nameservers {
        if case .name = NetworkEndpoint.Host(server) {
          throw Finding(description: "\(server) is taken for a name server")
        }
      }
      let text = configuration.nameservers.map { "nameserver \($0)\n" }.joined()
      try Finding.unless(ResolverConfiguration(text) == configuration, "\(text) is read otherwise")
    }
    let usesNSSResolve = texts.count > 2 && ResolverConfiguration.usesNSSResolve(texts[2])
    let (file, uplinks) = (configurations.first, configurations.dropFirst().first)
    let isConfigured = ResolverConfiguration.hasNameserver(
      file, uplinks: uplinks, usesNSSResolve: usesNSSResolve)
    let count = configurations.reduce(0) { $0 + $1.nameservers.count }
    try Finding.unless(!isConfigured || count > 0, "a name server of nowhere")
  }
}
