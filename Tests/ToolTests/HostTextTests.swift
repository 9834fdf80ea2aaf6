import PathMonitoring
import Testing

@testable import pathmonitor

/// Hosts in the words of `--to`.
@Suite struct HostTextTests {
  @Test(arguments: [
    ("example.org", "example.org:0"), ("example.org:443", "example.org:443"), ("my_host:ssh", "my_host:22"),
    ("192.0.2.1", "192.0.2.1:0"), ("192.0.2.1:80", "192.0.2.1:80"), ("2001:db8::1", "2001:db8::1.0"),
    ("[2001:db8::1]", "2001:db8::1.0"), ("[2001:db8::1]:443", "2001:db8::1.443"),
    ("fe80::1%lo", "fe80::1%lo.0"),
    ("[fe80::1%lo]:22", "fe80::1%lo.22"), ("::ffff:192.0.2.1", "192.0.2.1:0"),
    ("münchen.example", "münchen.example:0"),
  ])
  func right(_ text: String, _ description: String) {
    #expect(HostText.endpoint(text)?.debugDescription == description)
  }

  @Test(arguments: [
    "", ":", ":80", "a:", "a:b:c", "[", "[]", "[::1", "[::1]x", "[::1]:", "[::1]:99999", "a:70000", "a b",
    "a/b",
    "http://a", "[192.0.2.1]:80", "a\nb", "fe80::1%nonexistent", String(repeating: "a", count: 254),
  ])
  func wrong(_ text: String) {
    #expect(HostText.endpoint(text) == nil)
  }

  @Test func localHostIsLocalAndANameWithoutAddressIsSaid() throws {
    let local = try Tool.run(["status", "--json", "--to", "127.0.0.1"])
    #expect(
      local.output.contains(
        "\"destination\":{\"place\":\"local\",\"address\":\"127.0.0.1\",\"addressCount\":1}"))
    let none = try Tool.run(["status", "--to", "nonexistent.invalid"])
    #expect(none.status == 1 && none.output.contains("its name has no address"))
    #expect(try Tool.run(["status", "--to", "a/b"]).status == 64)
    #expect(
      try Tool.run(["explain", "--to", "127.0.0.1"]).output.contains("\nhost 127.0.0.1 is this host\n"))
  }
}
