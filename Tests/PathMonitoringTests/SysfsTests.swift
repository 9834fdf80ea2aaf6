import Testing

@testable import PathMonitoring

/// Fixture trees for `/sys/class/net` (B26, B27).
@Suite struct SysfsTests {
  @Test func marksAreRead() throws {
    let tree = try FixtureTree()
    try tree.write("x1/ifindex", "7\n")
    try tree.write("x1/uevent", "DEVTYPE=wlan\nINTERFACE=x1\nIFINDEX=7\n")
    try tree.folder("x1/phy80211")
    try tree.folder("x1/lower_wwan0")
    try tree.write("x1/tun_flags", "0x1001\n")
    let facts = try #require(Sysfs(root: tree.root).facts(name: "x1", index: 7))
    #expect(facts.deviceType == "wlan" && facts.isWireless && facts.isTunnelDevice)
    #expect(facts.lowerNames == ["wwan0"])
  }

  @Test func wirelessFolderAloneWillDo() throws {
    let tree = try FixtureTree()
    try tree.write("x2/ifindex", "7\n")
    try tree.folder("x2/wireless")
    #expect(Sysfs(root: tree.root).facts(name: "x2", index: 7)?.isWireless == true)
  }

  @Test func sysfsOfAnotherNamespaceIsNotBelieved() throws {
    let tree = try FixtureTree()
    try tree.write("eth0/ifindex", "7\n")
    #expect(Sysfs(root: tree.root).facts(name: "eth0", index: 8) == nil)
  }

  @Test(
    "what is missing or damaged is nothing", arguments: ["", "seven\n", "7 7\n", "99999999999999999999\n"])
  func damaged(_ index: String) throws {
    let tree = try FixtureTree()
    try tree.write("eth0/ifindex", index)
    #expect(Sysfs(root: tree.root).facts(name: "eth0", index: 7) == nil)
    #expect(Sysfs(root: tree.root).facts(name: "eth1", index: 7) == nil)
  }

  @Test("a name never leads out of the folder", arguments: ["", ".", "..", "a/b", "../net/eth0"])
  func names(_ name: String) throws {
    let tree = try FixtureTree()
    try tree.write("eth0/ifindex", "7\n")
    try tree.write("ifindex", "7\n")
    #expect(Sysfs(root: tree.root).facts(name: name, index: 7) == nil)
  }
}
