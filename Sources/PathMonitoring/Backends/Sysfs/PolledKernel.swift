internal import Netlink

/// A kernel that is not asked by netlink: files of /sys and /proc, ioctls and connected sockets take its place.
///
/// Each reading of the links begins a poll, which the addresses and lookups that follow belong to.
struct PolledKernel: RouteKernel {
  private let files: PolledFiles
  private let system: any PolledSystem
  private var view: PolledLinks
  private var links: [LinkMessage] = []
  private var addresses: [AddressMessage] = []
  /// What this poll's lookups have found out; nil until the first.
  private var ways: PolledRoutes?

  /// The bytes of /proc/net/route that are read at the most, unless defaults go on behind them: 128 routes,
  /// among which are all defaults and a part of 0.0.0.0/1, since the file is in the order of destinations.
  private static let ipv4Limit = 1 << 14
  /// The bytes of /proc/net/ipv6_route that are read at the most, beside those for the routes that each link
  /// has by itself.
  private static let ipv6Limit = 1 << 16
  private static let ipv6LimitPerLink = 1 << 10

  init(_ roots: PolledFiles.Roots = .init(), _ system: any PolledSystem = SocketSystem()) {
    files = PolledFiles(roots)
    self.system = system
    view = PolledLinks(files, system)
  }

  /// What /sys says of a link, or what takes its place where it says nothing.
  func facts(_ name: String, _ index: Int32) -> SysfsFacts? {
    if let facts = Sysfs(root: files.links).facts(name: name, index: index) { return facts }
    guard system.isWireless(name) else { return nil }
    var facts = SysfsFacts()
    facts.isWireless = true
    return facts
  }

  package mutating func dumpLinks(
    restart: () -> Void, _ body: (LinkMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    ways = nil
    // Who may not open a socket cannot ask by which link packets leave: that is no want of a path.
    try Self.system { () throws(SystemError) in try system.check() }
    links = try Self.system { () throws(SystemError) in try view.read() }
    // Every network has a loopback link.
    if links.isEmpty {
      throw .system(
        SystemError("read \(files.network)/dev and \(files.links), and ask by ioctl(SIOCGIFCONF)", .noEntry))
    }
    links.forEach(body)
    return true
  }

  package mutating func dumpAddresses(
    restart: () -> Void, _ body: (AddressMessage) -> Void
  ) throws(NetlinkError) -> Bool {
    restart()
    ways = nil
    addresses = try Self.system { () throws(SystemError) in try readAddresses() }
    addresses.forEach(body)
    return true
  }

  package mutating func settle() throws(NetlinkError) {}

  package mutating func hasNextHops() throws(NetlinkError) -> Bool { false }

  package mutating func nextHop(_ id: UInt32) throws(NetlinkError) -> NextHopMessage? { nil }

  package mutating func lookUp(
    _ questions: [RouteQuestion], settling: Bool, _ hear: (_ index: Int, RouteAnswer) -> Void
  ) throws(NetlinkError) {
    try Self.system { () throws(SystemError) in
      var ways: PolledRoutes
      if let known = self.ways { ways = known } else { ways = try readRoutes() }
      for (index, question) in questions.enumerated() { hear(index, try ways.answer(question)) }
      self.ways = ways
    }
  }

  // MARK: Reading

  private func readAddresses() throws(SystemError) -> [AddressMessage] {
    let indexes = Dictionary(links.map { ($0.name ?? "", $0.index) }) { first, _ in first }
    func messages(_ told: [PolledAddress], _ family: AddressFamily) -> [AddressMessage] {
      told.compactMap { told in
        guard told.address.family == family, let index = indexes[told.linkName] else { return nil }
        return AddressMessage(
          linkIndex: index, prefixLength: UInt8(family.size * 8), flags: [], local: told.address)
      }
    }
    var all: [AddressMessage] = []
    if let told = try system.ipv4Addresses() {
      all += messages(told, .ipv4)
    } else {
      all += messages(system.libraryAddresses(), .ipv4)
      if all.isEmpty { all = try usedAddresses(.ipv4) }
    }
    if let table = try files.table("if_inet6", limit: 1 << 24) {
      return all + Self.ipv6Addresses(table)
    }
    let told = messages(system.libraryAddresses(), .ipv6)
    return try all + (told.isEmpty ? usedAddresses(.ipv6) : told)
  }

  /// The addresses that sockets bound to the links get, where nothing tells of addresses.
  private func usedAddresses(_ family: AddressFamily) throws(SystemError) -> [AddressMessage] {
    guard let sample = SampleAddresses.groups(family).first?.first else { return [] }
    var addresses: [AddressMessage] = []
    for link in links where link.flags.contains(.running) && !link.flags.contains(.loopback) {
      guard case .source(let source) = try system.connect(sample, boundTo: link.name ?? ""),
        !source.isUnspecified
      else { continue }
      addresses.append(
        AddressMessage(
          linkIndex: link.index, prefixLength: UInt8(family.size * 8), flags: [], local: source))
    }
    return addresses
  }

  /// Reads /proc/net/if_inet6 (if6_seq_show in net/ipv6/addrconf.c). Its flags are the lower eight.
  private static func ipv6Addresses(_ table: [UInt8]) -> [AddressMessage] {
    var addresses: [AddressMessage] = []
    ProcTable(table).forEachRow { row in
      var row = row
      guard let address = row.address(), let index = row.number(UInt32.self, radix: 16),
        let length = row.number(UInt8.self, radix: 16), length <= 128, row.next() != nil,
        let flags = row.number(UInt32.self, radix: 16), let index = Int32(exactly: index)
      else { return }
      addresses.append(
        AddressMessage(
          linkIndex: index, prefixLength: length, flags: AddressFlags(rawValue: flags), local: address))
    }
    return addresses
  }

  /// The routes that are worth reading, as what this poll's lookups need.
  private func readRoutes() throws(SystemError) -> PolledRoutes {
    var routes: [AddressFamily: [PolledRoute]] = [:]
    var whole: Set<AddressFamily> = []
    var limit = Self.ipv4Limit
    while let table = try files.table("route", limit: limit) {
      routes[.ipv4] = PolledRoute.ipv4(table)
      // As many defaults as there are links may stand before anything else.
      let isCut = table.count == limit && routes[.ipv4]?.last?.destination.isUnspecified == true
      guard isCut, limit < 1 << 24 else { break }
      limit *= 4
    }
    let ipv6Limit = Self.ipv6Limit + Self.ipv6LimitPerLink * links.count
    if let table = try files.table("ipv6_route", limit: ipv6Limit) {
      routes[.ipv6] = PolledRoute.ipv6(table)
      if table.count < ipv6Limit { whole.insert(.ipv6) }
    }
    return PolledRoutes(system, links: links, addresses: addresses, routes: routes, whole: whole)
  }

  private static func system<Value>(_ body: () throws(SystemError) -> Value) throws(NetlinkError) -> Value {
    do { return try body() } catch { throw .system(error) }
  }
}
