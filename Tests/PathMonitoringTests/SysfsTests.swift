import Foundation
import Testing

@testable import PathMonitoring

/// Fixture trees for `/sys/class/net` (B26, B27).
@Suite struct SysfsTests {
  @Test func marksAreRead() throws {
    let tree = try Tree()
    try tree.write("x1/ifindex", "7\n")
    try tree.write("x1/uevent", "DEVTYPE=wlan\nINTERFACE=x1\nIFINDEX=7\n")
    try tree.folder("x1/phy80211")
    try tree.folder("x1/lower_wwan0")
    try tree.write("x1/tun_flags", "0x1001\n")
    let facts = try #require(tree.sysfs.facts(name: "x1", index: 7))
    #expect(facts.deviceType == "wlan" && facts.isWireless && facts.isTunnelDevice)
    #expect(facts.lowerNames == ["wwan0"])
  }

  @Test func wirelessFolderAloneWillDo() throws {
    let tree = try Tree()
    try tree.write("x2/ifindex", "7\n")
    try tree.folder("x2/wireless")
    #expect(tree.sysfs.facts(name: "x2", index: 7)?.isWireless == true)
  }

  @Test func sysfsOfAnotherNamespaceIsNotBelieved() throws {
    let tree = try Tree()
    try tree.write("eth0/ifindex", "7\n")
    #expect(tree.sysfs.facts(name: "eth0", index: 8) == nil)
  }

  @Test(
    "what is missing or damaged is nothing", arguments: ["", "seven\n", "7 7\n", "99999999999999999999\n"])
  func damaged(_ index: String) throws {
    let tree = try Tree()
    try tree.write("eth0/ifindex", index)
    #expect(tree.sysfs.facts(name: "eth0", index: 7) == nil)
    #expect(tree.sysfs.facts(name: "eth1", index: 7) == nil)
  }

  @Test("a name never leads out of the folder", arguments: ["", ".", "..", "a/b", "../net/eth0"])
  func names(_ name: String) throws {
    let tree = try Tree()
    try tree.write("eth0/ifindex", "7\n")
    try tree.write("ifindex", "7\n")
    #expect(tree.sysfs.facts(name: name, index: 7) == nil)
  }

  /// A folder that goes with the test.
  private final class Tree {
    private let root: URL
    var sysfs: Sysfs { Sysfs(root: root.path) }

    init() throws {
      root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try folder("")
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func folder(_ path: String) throws {
      try FileManager.default.createDirectory(
        at: root.appending(path: path), withIntermediateDirectories: true)
    }

    func write(_ path: String, _ text: String) throws {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }
}
