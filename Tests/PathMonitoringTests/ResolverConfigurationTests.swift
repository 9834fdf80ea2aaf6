import PathMonitoring
import Testing

/// Rows 50, 51 and 54: what resolv.conf and its companions mean.
@Suite struct ResolverConfigurationTests {
  @Test(
    "lines that count",
    arguments: [
      ("nameserver 192.0.2.53\n", ["192.0.2.53"]),
      ("nameserver\t2001:db8::53\noptions edns0\nnameserver 192.0.2.54", ["2001:db8::53", "192.0.2.54"]),
      ("nameserver fe80::1%lo\n", ["fe80::1%lo"]),
      ("# nameserver 192.0.2.53\n;nameserver 192.0.2.53\n", []),
      ("search example.org\n", []),
      ("nameserver\n", []), ("nameserver nonsense\n", []), ("nameservers 192.0.2.53\n", []), ("", []),
      // glibc compares at the start of the line.
      (" nameserver 192.0.2.53\n", []),
      ("nameserver 192.0.2.53 # comment\r\n", ["192.0.2.53"]),
    ])
  func lines(_ text: String, _ servers: [String]) {
    #expect(ResolverConfiguration(text).nameservers == servers)
  }

  @Test(
    "who is asked",
    arguments: [
      ("nameserver 192.0.2.53", nil, false, true),
      ("nameserver 127.0.0.53", nil, false, true),
      (nil, nil, false, false),
      ("", nil, false, false),
      // systemd-resolved's stub knows what its uplinks know.
      ("nameserver 127.0.0.53", "nameserver 192.0.2.53", false, true),
      ("nameserver 127.0.0.53", "# No DNS servers known.", false, false),
      ("nameserver 192.0.2.53", "# No DNS servers known.", false, true),
      // nss-resolve asks it without any resolv.conf.
      (nil, "nameserver 192.0.2.53", true, true),
      (nil, "nameserver 192.0.2.53", false, false),
      ("nameserver 192.0.2.53", "# No DNS servers known.", true, true),
      ("nameserver 127.0.0.53", "# No DNS servers known.", true, false),
      (nil, nil, true, false),
    ] as [(String?, String?, Bool, Bool)])
  func asked(_ file: String?, _ uplinks: String?, _ usesNSSResolve: Bool, _ expected: Bool) {
    #expect(
      ResolverConfiguration.hasNameserver(
        file.map { ResolverConfiguration($0) }, uplinks: uplinks.map { ResolverConfiguration($0) },
        usesNSSResolve: usesNSSResolve) == expected)
  }

  @Test(
    "nsswitch.conf",
    arguments: [
      ("hosts: files dns\n", false), ("hosts:  mymachines resolve [!UNAVAIL=return] files dns\n", true),
      ("passwd: resolve\n", false), ("# hosts: resolve\n", false), ("hosts: files # resolve\n", false),
    ])
  func nameServiceSwitch(_ text: String, _ uses: Bool) {
    #expect(ResolverConfiguration.usesNSSResolve(text) == uses)
  }
}
