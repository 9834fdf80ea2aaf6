import Foundation
import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What the polling backend makes of trees of files and of a scripted system.
@Suite struct PolledKernelTests {
  @Test func wiFiIsKnownByItsMarksAndNeverByItsName() throws {
    // B26
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("x1", 2), ("x2", 3), ("wlan9", 4)])
    try tree.addDefaults(["x1", "x2", "wlan9"])
    try tree.write("sys/class/net/x1/uevent", "DEVTYPE=wlan\n")
    try tree.link("sys/class/net/x1/phy80211", to: "../../ieee80211/phy0")
    try tree.folder("sys/class/net/x2/wireless")
    let path = try path(tree, system(["x1": 2, "x2": 3, "wlan9": 4]))
    #expect(path.status == .satisfied && path.ways == ["x1", "x2", "wlan9"])
    #expect(path.availableInterfaces.map(\.type) == [.wifi, .wifi, .wiredEthernet])
    #expect(path.gateways == [gateway(1)])
  }

  @Test func windowsSubsystemWithoutRoutesAndEvents() throws {
    // B27
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("wifi0", 2), ("eth0", 3)])
    try tree.write("sys/class/net/wifi0/type", "801\n")
    try tree.remove("sys/class/net/wifi0/uevent")
    try tree.remove("sys/class/net/eth0/uevent")
    let path = try path(tree, system(["wifi0": 2, "eth0": 3]))
    #expect(path.status == .satisfied && path.ways == ["wifi0"])
    #expect(path.availableInterfaces.map(\.type) == [.wifi] && path.gateways == [])
  }

  @Test func containerWithoutSysHasIoctls() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("eth0", 2), ("wlan0", 3), ("wg0", 4)])
    try tree.remove("sys")
    try tree.addDefaults(["wg0", "wlan0", "eth0"])
    let system = system(["wg0": 4, "wlan0": 3, "eth0": 2], isByIoctl: true)
    system.wireless = ["wlan0"]
    system.drivers = ["wg0": "wireguard", "wlan0": "iwlwifi"]
    let path = try path(tree, system)
    #expect(path.ways == ["wg0", "wlan0", "eth0"])
    #expect(path.availableInterfaces.map(\.type) == [.other, .wifi, .wiredEthernet])
  }

  @Test func androidHasIoctlsAndSocketsOnly() throws {
    let tree = try FixtureTree()
    let system = system(["wlan0": 3], isByIoctl: true)
    system.wireless = ["wlan0"]
    let path = try path(tree, system)
    #expect(path.ways == ["wlan0"] && path.supportsIPv4 && !path.supportsIPv6)
    #expect(path.availableInterfaces.map(\.type) == [.wifi])
  }

  @Test func addressesMayBeKnownBySocketsAlone() throws {
    let tree = try FixtureTree()
    let system = system(["wlan0": 3], isByIoctl: true)
    system.ipv4 = nil
    let own = RawAddress(family: .ipv6, high: 0x2001_0DB8 << 32, low: 3)
    system.connector = { address, _ in
      address.family == .ipv6 ? .source(own) : .refused(.networkUnreachable)
    }
    let path = try path(tree, system)
    #expect(path.ways == ["wlan0"] && path.supportsIPv6 && !path.supportsIPv4)
  }

  @Test func nothingAtAllIsAnErrorAndNotOffline() throws {
    var engine = engine(try FixtureTree(), ScriptedSystem())
    let error = #expect(throws: NetlinkError.self) { _ = try engine.snapshot(now: .now) }
    #expect(error?.description.contains("/proc/net/dev") == true)
  }

  @Test func wantOfDescriptorsIsAnErrorAndNotOffline() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("lo", 1), ("eth0", 2)])
    try tree.addDefaults(["eth0"])
    let system = system(["eth0": 2])
    var engine = engine(tree, system)
    #expect(PathEvaluator.path(try engine.snapshot(now: .now)).ways == ["eth0"])
    system.shortage = SystemError("socket(AF_INET, SOCK_DGRAM)", .tooManyFiles)
    engine.messagesWereLost()
    #expect(throws: NetlinkError.self) { _ = try engine.snapshot(now: .now) }
    system.shortage = nil
    #expect(PathEvaluator.path(try engine.snapshot(now: .now)).ways == ["eth0"])
  }

  @Test(
    "a link's condition by its files",
    arguments: [
      ("0x1003", "up", "1", "0", .usable), ("0x1003", "unknown", "1", "0", .usable),
      ("0x1002", "down", nil, nil, .down), ("0x1003", "down", "0", "0", .noCarrier),
      ("0x1003", "lowerlayerdown", "0", "0", .noCarrier), ("0x1003", "dormant", "1", "1", .dormant),
      ("0x1003", "dormant", "1", nil, .dormant), ("0x1003", "testing", "1", "0", .testing),
      ("0x1003", "down", "1", "0", .notRunning), ("0x1003", "unknown", nil, nil, .usable),
      ("0x9", "unknown", "1", "0", .loopback),
    ] as [(String, String, String?, String?, NetworkLink.Condition)])
  func condition(
    _ flags: String, _ state: String, _ carrier: String?, _ dormant: String?,
    _ expected: NetworkLink.Condition
  ) throws {
    let tree = try FixtureTree()
    try tree.addLinks([("x0", 2)])
    try tree.write("sys/class/net/x0/flags", "\(flags)\n")
    try tree.write("sys/class/net/x0/operstate", "\(state)\n")
    for (file, text) in [("carrier", carrier), ("dormant", dormant)] {
      try tree.remove("sys/class/net/x0/\(file)")
      if let text { try tree.write("sys/class/net/x0/\(file)", "\(text)\n") }
    }
    #expect(try records(tree, ScriptedSystem())[2]?.condition == expected)
  }

  @Test func sysfsOfAnotherNamespaceIsNotBelieved() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("eth0", 2)])
    try tree.write("sys/class/net/eth0/carrier", "0\n")
    let system = ScriptedSystem()
    system.links = ["eth0": PolledLink(index: 9, flags: [.up, .running], hardwareType: 1)]
    #expect(try records(tree, system)[9]?.condition == .usable)
  }

  @Test func portsOfAVRFAreIsolated() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("eth0", 2), ("red", 3)])
    try tree.link("sys/class/net/eth0/master", to: "../red")
    let system = ScriptedSystem()
    system.drivers = ["red": "vrf"]
    let records = try records(tree, system)
    #expect(records[2]?.condition == .isolated && records[3]?.condition == .isolated)
  }

  @Test func stackIsFollowedToItsLowerLink() throws {
    let tree = try FixtureTree()
    try tree.addLinks([("wlan0", 2), ("vlan5", 3)])
    try tree.write("sys/class/net/wlan0/uevent", "DEVTYPE=wlan\n")
    try tree.write("sys/class/net/vlan5/uevent", "DEVTYPE=vlan\n")
    try tree.folder("sys/class/net/vlan5/lower_wlan0")
    try tree.write("sys/class/net/vlan5/iflink", "2\n")
    try tree.addDefaults(["vlan5"])
    let path = try path(tree, system(["vlan5": 3]))
    #expect(path.availableInterfaces.map(\.type) == [.wifi])
  }

  @Test("links, types and conditions of all recordings", arguments: Capture.all)
  func recordings(_ capture: Capture) throws {
    let tree = try FixtureTree()
    try tree.add(sysfs: capture.text("sysfs.txt"))
    let recorded = try RecordedKernel(capture).links.filter { $0.family == 0 }.reduce(into: [:]) {
      $0[$1.index] = LinkRecord($1)
    }
    let system = ScriptedSystem()
    for record in recorded.values { system.drivers[record.name] = record.kind }
    let records = try records(tree, system)
    let sysfs = RecordedSysfs(capture)
    var told = InterfaceNatures { sysfs.facts($0, $1) }
    let files = Sysfs(root: tree.roots.sys + "/class/net")
    var polled = InterfaceNatures { files.facts(name: $0, index: $1) }
    #expect(records.count == recorded.count)
    for (index, record) in recorded {
      let own = try #require(records[index])
      #expect(own.name == record.name && own.hardwareType == record.hardwareType)
      #expect(own.condition == record.condition, "\(record.name)")
      #expect(polled.nature(own, records) == told.nature(record, recorded), "\(record.name)")
    }
  }

  // MARK: Helpers

  /// A system in which the first of the links is the kernel's choice and each sends with an address of its own.
  private func system(_ indexes: KeyValuePairs<String, Int32>, isByIoctl: Bool = false) -> ScriptedSystem {
    let system = ScriptedSystem(ipv4: indexes.map { .ipv4($0.key, UInt64($0.value)) })
    let first = indexes.first?.key
    let all = Dictionary(uniqueKeysWithValues: indexes.map { ($0.key, $0.value) })
    system.connector = { address, link in
      guard address.family == .ipv4, let name = link ?? first, let index = all[name] else {
        return .refused(.networkUnreachable)
      }
      return .source(.ipv4(0xC000_0200 + UInt64(index)))
    }
    if isByIoctl {
      system.links = ["lo": PolledLink(index: 1, flags: [.up, .running, .loopback], hardwareType: 772)]
      for (name, index) in indexes {
        system.links?[name] = PolledLink(index: index, flags: [.up, .running], hardwareType: 1)
      }
    }
    return system
  }

  private func engine(_ tree: FixtureTree, _ system: ScriptedSystem) -> NetlinkEngine<PolledKernel> {
    let kernel = PolledKernel(tree.roots, system)
    return NetlinkEngine(kernel) { kernel.facts($0, $1) }
  }

  private func path(_ tree: FixtureTree, _ system: ScriptedSystem) throws -> NetworkPath {
    var engine = engine(tree, system)
    return PathEvaluator.path(try engine.snapshot(now: .now))
  }

  private func records(_ tree: FixtureTree, _ system: ScriptedSystem) throws -> [Int32: LinkRecord] {
    var kernel = PolledKernel(tree.roots, system)
    var records: [Int32: LinkRecord] = [:]
    _ = try kernel.dumpLinks(restart: {}) { records[$0.index] = LinkRecord($0) }
    return records
  }
}

extension FixtureTree {
  /// The tree that a recording shows as text: a line for each line of a file, link and folder.
  fileprivate func add(sysfs text: String) throws {
    var files: [String: String] = [:]
    var folders: Set<String> = []
    for line in text.split(separator: "\n") {
      let arrow = line.range(of: " -> ")
      let colon = line.range(of: ":")
      let path = line[..<(arrow?.lowerBound ?? colon?.lowerBound ?? line.endIndex)].drop { $0 == "/" }
      // What is in folders of a link is of no use here.
      let depth = path.split(separator: "/").count
      guard depth == 2, !Self.useless.contains(path.split(separator: "/").last ?? "") else { continue }
      if let arrow {
        try link("sys/class/net/\(path)", to: String(line[arrow.upperBound...]))
      } else if path.hasSuffix("/") {
        folders.insert(String(path.dropLast()))
      } else if let colon {
        files[String(path), default: ""] += "\(line[colon.upperBound...].drop { $0 == " " })\n"
      }
    }
    for path in folders where !exists("sys/class/net/\(path)") { try folder("sys/class/net/\(path)") }
    for (path, content) in files { try write("sys/class/net/\(path)", content) }
  }

  /// What many links have and nobody reads.
  private static let useless: Set<Substring> = [
    "addr_assign_type", "addr_len", "address", "broadcast", "carrier_changes", "carrier_down_count",
    "carrier_up_count", "dev_id", "dev_port", "gro_flush_timeout", "ifalias", "link_mode", "mtu",
    "napi_defer_hard_irqs", "netdev_group", "power", "proto_down", "queues", "statistics", "subsystem",
    "threaded", "tx_queue_len", "speed", "duplex", "device", "name_assign_type",
  ]
}
