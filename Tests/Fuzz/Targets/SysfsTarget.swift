import Netlink

@testable import PathMonitoring

/// The files of /sys and /proc that polling reads: see `FileTree`.
enum SysfsTarget {
  static func check(_ bytes: [UInt8]) throws {
    let tree = try FileTree(bytes)
    let kernel = PolledKernel(
      PolledFiles.Roots(sys: "\(tree.root)/sys", proc: "\(tree.root)/proc"), QuietSystem())
    var engine = NetlinkEngine(kernel) { kernel.facts($0, $1) }
    engine.watch([.ipv4(IPv4Address(number: 0xCB00_7101)), .ipv6(.loopback)])
    let snapshot: NetworkSnapshot
    do throws(NetlinkError) { snapshot = try engine.snapshot(now: .now) } catch {
      try Finding.unless("\(error)".contains("/class/net"), "\(error)")
      return
    }
    _ = PathEvaluator.path(snapshot)
    _ = engine.explained(PathRequirements())
    // The files have not changed meanwhile.
    engine.messagesWereLost()
    let again = try engine.snapshot(now: .now)
    try Finding.unless(snapshot == again, "\(snapshot)\nis another the second time:\n\(again)")
  }
}
