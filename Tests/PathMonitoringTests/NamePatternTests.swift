import Testing

@testable import PathMonitoring

/// Patterns of names.
@Suite struct NamePatternTests {
  @Test(
    "a pattern matches all of a name or nothing",
    arguments: [
      ("eth0", "eth0", true), ("eth0", "eth01", false), ("eth01", "eth0", false), ("", "", true),
      ("", "a", false), ("*", "", true), ("*", "wwan0", true), ("wwan*", "wwan0", true),
      ("wwan*", "wwan", true), ("wwan*", "wlan0", false), ("*0", "eth10", true), ("*0", "eth01", false),
      ("eth?", "eth0", true), ("eth?", "eth", false), ("eth?", "eth10", false), ("?", "ü", true),
      ("*a*b", "aab", true), ("*a*b", "aba", false), ("a**b", "ab", true), ("w*n*.5", "wwan0.5", true),
      ("ETH0", "eth0", false), ("[a]", "a", false), ("[a]", "[a]", true),
    ])
  func matching(_ pattern: String, _ name: String, _ isMatch: Bool) {
    #expect(NamePattern.matches(pattern, name) == isMatch)
  }

  /// What would be tried for ever by one that tries all that each star may stand for.
  @Test func manyStarsAreNoBurden() {
    let pattern = String(repeating: "*a", count: 2000) + "b"
    #expect(!NamePattern.matches(pattern, String(repeating: "a", count: 4000)))
  }
}
