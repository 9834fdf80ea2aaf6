/// What resolv.conf(5) and its companions say.
package struct ResolverConfiguration: Hashable, Sendable {
  /// The name servers' addresses, as written.
  package var nameservers: [String]

  /// Reads the text of a resolv.conf as glibc does: the keyword begins the line, and what is no address
  /// does not count.
  package init(_ text: String) {
    nameservers = text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("nameserver"), words.count > 1, words[0] == "nameserver" else { return nil }
      let server = String(words[1])
      if case .name = NetworkEndpoint.Host(server) { return nil }
      return server
    }
  }

  /// Whether all that is asked is the stub of systemd-resolved, which knows nothing by itself.
  package var asksOnlyStub: Bool {
    !nameservers.isEmpty && nameservers.allSatisfy { ["127.0.0.53", "127.0.0.54"].contains($0) }
  }

  /// Whether names can be resolved.
  ///
  /// - Parameters:
  ///   - file: resolv.conf; nil if there is none.
  ///   - uplinks: the servers that systemd-resolved asks; nil if it does not run.
  ///   - usesNSSResolve: whether nsswitch.conf sends host names to systemd-resolved beside resolv.conf.
  /// - Returns: whether somebody is asked who may know.
  package static func hasNameserver(
    _ file: ResolverConfiguration?, uplinks: ResolverConfiguration?, usesNSSResolve: Bool
  ) -> Bool {
    if let uplinks, usesNSSResolve || file?.asksOnlyStub == true {
      if !uplinks.nameservers.isEmpty { return true }
      // Nobody is asked but resolved, and it has nobody to ask.
      return file.map { !$0.nameservers.isEmpty && !$0.asksOnlyStub } ?? false
    }
    // Without any glibc would ask 127.0.0.1, where as a rule nobody listens.
    return file?.nameservers.isEmpty == false
  }

  /// Whether the text of an nsswitch.conf(5) names nss-resolve for host names.
  package static func usesNSSResolve(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      return words.first == "hosts:" && words.dropFirst().contains("resolve")
    }
  }
}
