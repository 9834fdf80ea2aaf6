internal import Netlink

/// Links and addresses as the kernel's messages tell them, and what each message puts in question.
struct KernelView {
  private(set) var links: [Int32: LinkRecord] = [:]
  private(set) var addresses = AddressBook()
  /// Destinations that somebody asks about: routes to them matter as defaults do.
  var destinations: Set<RawAddress> = []
  /// There are, or have been, next hop objects. While a route by one stands, the kernel looks no further in
  /// its prefix (net/ipv4/fib_trie.c); it goes with its link, without a message, and opens ways over others.
  var hasNextHops = false

  /// Begins anew, for a dump.
  mutating func forgetLinks() { links.removeAll(keepingCapacity: true) }
  /// Begins anew, for a dump.
  mutating func forgetAddresses() { addresses = AddressBook() }

  mutating func add(_ link: LinkMessage) {
    guard link.family == 0 else { return }
    // A kernel tells of a link once in a dump, a recording maybe twice: what was heard of it beside the dump.
    links[link.index, default: LinkRecord(link)].merge(link)
  }

  mutating func add(_ address: AddressMessage) { _ = addresses.add(address) }

  /// Applies what a message states wholly; the rest is a hint.
  mutating func apply(_ message: RouteNetlinkMessage, _ disturbance: inout Disturbance) {
    switch message {
    case .newLink(let link): apply(link, &disturbance)
    case .deletedLink(let link):
      // AF_BRIDGE sends a deletion for a port that leaves its bridge; the link stays.
      guard link.family == 0, links.removeValue(forKey: link.index) != nil else { return }
      addresses.removeAll(ofLink: link.index)
      disturbance.removal = true
      disturbance.facts = true
      disturbance.disturbLookups(ofLink: link.index)
      // An IPv4 route that led over it goes without a message, with all its other legs (fib_sync_down_dev in
      // net/ipv4/fib_semantics.c).
      disturbance.ipv4.ways = true
    case .newAddress(let address):
      if addresses.add(address) { disturb(address, &disturbance) }
    case .deletedAddress(let address):
      guard addresses.remove(address) else { return }
      disturbance.removal = true
      disturb(address, &disturbance)
    case .newRoute(let route): _ = apply(route, &disturbance)
    case .deletedRoute(let route):
      if apply(route, &disturbance) { disturbance.removal = true }
    case .newRule(let rule), .deletedRule(let rule):
      if let family = AddressFamily(rawValue: rule.family) { disturbance[family].isWhole = true }
    case .deletedNextHop:
      disturbance.removal = true
      disturbance.disturbLookups()
    case .newNextHop:
      hasNextHops = true
      disturbance.disturbLookups()
    case .setting(let setting): apply(setting, &disturbance)
    case .overrun: disturbance.everything = true
    case .error, .done, .other: break
    }
  }

  private mutating func apply(_ link: LinkMessage, _ disturbance: inout Disturbance) {
    // AF_BRIDGE and AF_INET6 messages tell of settings of a port or a family, not of the device.
    guard link.family == 0 else { return }
    guard var record = links[link.index] else {
      // A wireless message of a link that is gone, or not announced yet, is too little to go by.
      guard !link.isWirelessEvent else { return }
      let record = LinkRecord(link)
      links[link.index] = record
      disturbance.facts = true
      if record.isWorthAsking { disturbance.disturbLookups(ofLink: link.index) }
      return
    }
    let old = record
    record.merge(link)
    if record != old {
      links[link.index] = record
      disturbance.facts = true
    }
    // Also where nothing differs: the kernel repeats a link's state when something about it was touched.
    let isChatter = link.isWirelessEvent && record == old
    // The routes of a link that is set down go without a message, also those by a link that had no carrier, or by
    // the loopback (fib_sync_down_dev in net/ipv4/fib_semantics.c).
    let isSetDown = old.flags.contains(.up) && !record.flags.contains(.up)
    if isSetDown || (old.isWorthAsking && !record.isWorthAsking) { disturbance.removal = true }
    if isSetDown || (!isChatter && (record.isWorthAsking || old.isWorthAsking)) {
      disturbance.disturbLookups(ofLink: link.index)
    }
  }

  private func apply(_ setting: SettingMessage, _ disturbance: inout Disturbance) {
    guard let family = AddressFamily(rawValue: setting.family) else { return }
    guard let index = setting.linkIndex else {
      disturbance[family].isWhole = true
      return
    }
    // Those of a new link, and of one that goes, are told while it is not in use.
    if links[index]?.flags.contains(.up) == true { disturbance[family].links.insert(index) }
  }

  /// Whether the route can be a part of a default.
  private func apply(_ route: RouteMessage, _ disturbance: inout Disturbance) -> Bool {
    if isOfUnknownAddress(route) { disturbance.addresses = true }
    guard let family = SampleAddresses.concerns(route) ?? concernedDestination(route)?.family else {
      return false
    }
    if !isSeparate(route) {
      disturbance[family].isWhole = true
    } else if let link = route.outputIndex, route.legs.isEmpty {
      disturbance[family].links.insert(link)
    } else {
      disturbance[family].links.formUnion(route.legs.lazy.map(\.outputIndex))
    }
    return true
  }

  /// Whether the route is nothing to sockets that are bound to other links than it leads over: these pass it over
  /// (fib_table_lookup in net/ipv4/fib_trie.c, rt6_check_dev in net/ipv6/route.c).
  private func isSeparate(_ route: RouteMessage) -> Bool {
    route.kind == .unicast && !route.isReplacement && route.nextHopID == nil && !hasNextHops
      && (route.outputIndex != nil || !route.legs.isEmpty)
  }

  private func concernedDestination(_ route: RouteMessage) -> RawAddress? {
    guard !route.flags.contains(.cloned), let network = route.destination else { return nil }
    return destinations.first { network.sharesPrefix(Int(route.prefixLength), with: $0) }
  }

  /// Whether the route says that packets to an address are the host's own which no message told of.
  ///
  /// An optimistic address is used at once and announced when its duplicate detection is over, unless
  /// use_optimistic is set (inet6_addr_add in net/ipv6/addrconf.c); its local route is announced at once.
  private func isOfUnknownAddress(_ route: RouteMessage) -> Bool {
    guard route.kind == .local, let address = route.destination, address.family == .ipv6,
      route.prefixLength == 128
    else { return false }
    return addresses.state(address) == .missing
  }

  private func disturb(_ address: AddressMessage, _ disturbance: inout Disturbance) {
    guard let local = address.local else { return }
    disturbance[local.family].links.insert(address.linkIndex)
    // A link-local address of IPv6 is no source for packets over other links.
    if local.family == .ipv4 || !local.isLinkLocal { disturbance[local.family].sources.insert(local) }
  }
}
