import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// Files that say anything but what they should.
@Suite struct PolledJunkTests {
  private static let junk: [[UInt8]] = [
    [], [0], [10], Array("\n\n\n".utf8), Array("0x".utf8), Array("-1\n".utf8),
    Array("99999999999999999999999\n".utf8), Array(repeating: 0xFF, count: 300),
    Array((0...255).map { UInt8($0) }), Array(repeating: UInt8(ascii: "9"), count: 100_000),
    Array(repeating: UInt8(ascii: ":"), count: 5000) + [10], Array(": : :\n".utf8),
    Array("..: 0\n/: 0\n".utf8),
    Array("eth0:1:2 0\neth0: 0\neth0: 0\n".utf8), Array("lo lo lo lo lo lo lo lo lo lo\n".utf8),
  ]

  @Test("junk in any file is survived", arguments: junk)
  func anyFile(_ junk: [UInt8]) throws {
    let files = [
      "proc/net/dev", "proc/net/route", "proc/net/ipv6_route", "proc/net/if_inet6",
      "sys/class/net/eth0/ifindex", "sys/class/net/eth0/type", "sys/class/net/eth0/flags",
      "sys/class/net/eth0/operstate", "sys/class/net/eth0/carrier", "sys/class/net/eth0/dormant",
      "sys/class/net/eth0/uevent", "sys/class/net/eth0/iflink",
    ]
    for file in files {
      let tree = try FixtureTree()
      try tree.addLinks([("lo", 1), ("eth0", 2)])
      try tree.addDefaults(["eth0"])
      try tree.write("sys/class/net/eth0/iflink", "2\n")
      try tree.write(file, junk)
      let system = ScriptedSystem(ipv4: [.ipv4("eth0", 2)])
      system.connector = { address, _ in
        address.family == .ipv4 ? .source(.ipv4(0xC000_0202)) : .refused(.networkUnreachable)
      }
      let kernel = PolledKernel(tree.roots, system)
      var engine = NetlinkEngine(kernel) { kernel.facts($0, $1) }
      do { _ = PathEvaluator.path(try engine.snapshot(now: .now)) } catch {
        #expect(error.description.contains("/sys/class/net"), "\(file)")
      }
    }
  }

  @Test func filesThatAreFoldersAndFoldersThatAreFiles() throws {
    let tree = try FixtureTree()
    try tree.folder("proc/net/dev")
    try tree.folder("proc/net/route")
    try tree.write("sys/class/net", "no folder")
    var kernel = PolledKernel(tree.roots, ScriptedSystem())
    #expect(throws: NetlinkError.self) { _ = try kernel.dumpLinks(restart: {}) { _ in } }
  }
}
