internal import Netlink

/// The links of the process's own network, as messages of netlink's would tell them.
struct PolledLinks {
  /// A link as far as one look tells.
  private struct Sight {
    var name: String
    var index: Int32
    var link: PolledLink
    /// /sys speaks of the same link.
    var isInSysfs: Bool
  }

  /// What a link is for as long as it is that link: found out once.
  private struct Identity {
    var name: String
    var link: PolledLink
    var kind: String?
    var lowerIndex: Int32?

    func isOf(_ sight: Sight) -> Bool {
      name == sight.name && link.hardwareType == sight.link.hardwareType
        && link.hardwareAddress == sight.link.hardwareAddress
    }
  }

  private let files: PolledFiles
  private let system: any PolledSystem
  private var identities: [Int32: Identity] = [:]

  /// Far more than a file of 10,000 links has.
  private static let listLimit = 1 << 24
  /// The indexes that are tried where nothing lists the links: few systems have had more since their start.
  private static let guessedIndexes: Int32 = 256
  /// How often what changed under the look is looked at.
  private static let attempts = 4
  /// Kinds that tell by `lower_` that they stand on a link of their namespace, or whose index is a peer's.
  private static let stacked: Set<String> = [
    "vlan", "macvlan", "macvtap", "ipvlan", "ipvtap", "macsec", "veth", "netkit",
  ]

  init(_ files: PolledFiles, _ system: any PolledSystem) {
    self.files = files
    self.system = system
  }

  /// All links; none if nothing tells of any.
  mutating func read() throws(SystemError) -> [LinkMessage] {
    var (sights, isWhole) = try sights()
    // A link that was renamed or removed since its name was read: the list was that of another moment.
    for _ in 1..<Self.attempts where !isWhole { (sights, isWhole) = try self.sights() }
    let indexes = Dictionary(sights.map { ($0.name, $0.index) }) { first, _ in first }
    // After all names are known: a link may stand before the one that it is stacked on.
    var known: [Int32: Identity] = [:]
    for sight in sights { known[sight.index] = identity(sight, indexes) }
    identities = known
    var messages: [LinkMessage] = []
    for sight in sights {
      var message = try message(sight)
      message.kind = known[sight.index]?.kind
      message.lowerIndex = known[sight.index]?.lowerIndex
      if sight.isInSysfs, let master = files.master(sight.name).flatMap({ indexes[$0] }) {
        message.masterIndex = master
        message.portKind = known[master]?.kind
      }
      messages.append(message)
    }
    return messages
  }

  /// What one look at each link tells; and whether all that were listed were there.
  private func sights() throws(SystemError) -> ([Sight], isWhole: Bool) {
    let (names, isList) = try names()
    var sights: [Sight] = []
    var seen: Set<String> = []
    var isWhole = true
    for name in names where Sysfs.isName(name) && seen.insert(name).inserted {
      if let sight = try look(name) { sights.append(sight) } else { isWhole = false }
    }
    return (sights, isWhole || !isList)
  }

  /// The names of the links of this network namespace, where something tells them, or else of those that may be.
  private func names() throws(SystemError) -> ([String], isList: Bool) {
    var names: [String] = []
    if let table = try files.table("dev", limit: Self.listLimit) {
      ProcTable(table).forEachRow { row in
        var row = row
        // The numbers may begin right behind the colon.
        guard let column = row.next(), let colon = column.firstIndex(of: UInt8(ascii: ":")) else { return }
        names.append(String(decoding: column[..<colon], as: UTF8.self))
      }
    }
    if !names.isEmpty { return (names, true) }
    do { names = try SmallFile.names(in: files.links).sorted() } catch {
      // A folder that cannot be opened for now is not one that is not there.
      if error.errno.isShortage { throw error }
    }
    names += (try system.ipv4Addresses() ?? []).map(\.linkName)
    names += system.libraryAddresses().map(\.linkName)
    // Those that have an address of IPv6's alone, which no call lists.
    names += (1...Self.guessedIndexes).compactMap { system.name($0) }
    return (names, false)
  }

  private func look(_ name: String) throws(SystemError) -> Sight? {
    guard var link = try system.link(name) else { return nil }
    let index = try files.fact(name, "ifindex").flatMap { Int32($0) }
    link.index = link.index ?? index
    guard let own = link.index, own > 0 else { return nil }
    let isInSysfs = own == index
    if isInSysfs, link.hardwareType == nil {
      link.hardwareType = try files.fact(name, "type").flatMap { UInt16($0) }
    }
    if isInSysfs, link.flags == nil, let flags = try files.fact(name, "flags"), flags.hasPrefix("0x") {
      link.flags = UInt32(flags.dropFirst(2), radix: 16).map(LinkFlags.init(rawValue:))
      // The file shows the flags that were set, and RUNNING is one that is worked out.
      let state = try files.fact(name, "operstate")
      if state == "up" || state == "unknown" { link.flags?.insert(.running) }
    }
    return Sight(name: name, index: own, link: link, isInSysfs: isInSysfs)
  }

  private func message(_ sight: Sight) throws(SystemError) -> LinkMessage {
    var message = LinkMessage(
      index: sight.index, hardwareType: sight.link.hardwareType ?? 0, flags: sight.link.flags ?? [])
    message.name = sight.name
    guard message.flags.contains(.up) else { return message }
    let isRunning = message.flags.contains(.running)
    let carrier = sight.isInSysfs ? try files.fact(sight.name, "carrier") : nil
    // Where nobody tells of the carrier, RUNNING implies it.
    if carrier == "1" || (carrier != "0" && isRunning) { message.flags.insert(.lowerUp) }
    if sight.isInSysfs, !isRunning {
      if try files.fact(sight.name, "dormant") == "1" { message.flags.insert(.dormant) }
      message.operationalState = try files.fact(sight.name, "operstate").flatMap(OperationalState.init)
    }
    return message
  }

  private func identity(_ sight: Sight, _ indexes: [String: Int32]) -> Identity {
    if let known = identities[sight.index], known.isOf(sight) { return known }
    var identity = Identity(name: sight.name, link: sight.link)
    identity.kind = system.driver(sight.name).flatMap { DriverKind.kind($0) }
    guard sight.isInSysfs, let facts = Sysfs(root: files.links).facts(name: sight.name, index: sight.index)
    else { return identity }
    identity.kind = identity.kind ?? kind(sight.name, facts)
    guard let kind = identity.kind else { return identity }
    // The index may be one of another namespace: only what is stacked on a link of this one names it by `lower_`.
    if !facts.lowerNames.isEmpty || !Self.stacked.contains(kind) {
      let index = (try? files.fact(sight.name, "iflink")).flatMap { $0 }.flatMap { Int32($0) }
      identity.lowerIndex = index.flatMap { indexes.values.contains($0) ? $0 : nil }
    }
    return identity
  }

  /// The kind as far as sysfs tells.
  private func kind(_ name: String, _ facts: SysfsFacts) -> String? {
    if let type = facts.deviceType, let kind = DriverKind.kind(deviceType: type) { return kind }
    if SmallFile.exists("\(files.links)/\(name)/bridge") { return "bridge" }
    return SmallFile.exists("\(files.links)/\(name)/bonding") ? "bond" : nil
  }
}

extension OperationalState {
  /// As `operstate` of /sys/class/net has it (net/core/net-sysfs.c).
  fileprivate init?(_ text: String) {
    let names = ["unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up"]
    guard let place = names.firstIndex(of: text) else { return nil }
    self.init(rawValue: UInt8(place))
  }
}
