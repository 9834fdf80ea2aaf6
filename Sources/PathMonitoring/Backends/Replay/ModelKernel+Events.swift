internal import Netlink

/// What messages, and the kernel in silence, do to links, addresses, routes and rules.
extension ModelKernel {
  /// Applies a message of the kernel's that no question led to; whether it can matter.
  mutating func apply(_ message: RouteNetlinkMessage) -> Bool {
    switch message {
    case .newLink(let link): return apply(link)
    case .deletedLink(let link):
      guard link.family == 0, links.contains(where: { $0.index == link.index }) else { return false }
      links.removeAll { $0.index == link.index }
      addresses.removeAll { $0.linkIndex == link.index }
      wirelessLinks.remove(link.index)
      dropWays(by: link.index)
    case .newAddress(let address):
      guard address.local != nil else { return false }
      if let place = addresses.firstIndex(where: { $0.isSame(as: address) }) {
        if addresses[place].flags == address.flags { return false }
        addresses[place] = address
      } else {
        addresses.append(address)
      }
    case .deletedAddress(let address):
      guard let place = addresses.firstIndex(where: { $0.isSame(as: address) }) else { return false }
      addresses.remove(at: place)
      addressWent(address)
    case .newRoute(var route):
      let replaces = route.isReplacement
      route.isReplacement = false
      // Of the many routes of a router none but these can be asked for.
      guard SampleAddresses.concerns(route) != nil, !routes.contains(route) else { return false }
      let isWholeAgain = route.family == AddressFamily.ipv6.rawValue && !route.legs.isEmpty
      if replaces || isWholeAgain, let place = routes.firstIndex(where: { $0.isSame(as: route) }) {
        routes[place] = route
      } else {
        routes.append(route)
      }
    case .deletedRoute(let route):
      guard SampleAddresses.concerns(route) != nil else { return false }
      remove(route)
    case .newRule(let rule):
      guard !rules.contains(rule) else { return false }
      rules.append(rule)
    case .deletedRule(let rule):
      guard let place = rules.firstIndex(of: rule) else { return false }
      rules.remove(at: place)
    case .newNextHop(let hop): nextHops[hop.id] = hop
    case .deletedNextHop(let hop): drop([hop.id])
    case .setting, .error, .done, .overrun, .other: return false
    }
    return true
  }

  private mutating func apply(_ link: LinkMessage) -> Bool {
    guard link.family == 0 else { return false }
    guard let place = links.firstIndex(where: { $0.index == link.index }) else {
      guard !link.isWirelessEvent else { return false }
      links.append(link)
      return true
    }
    let old = links[place]
    var new = link
    if link.isWirelessEvent {
      // It has a name and flags, and says nothing of the rest.
      new = old
      (new.flags, new.hardwareType) = (link.flags, link.hardwareType)
      wirelessLinks.insert(link.index)
    }
    new.name = link.name ?? old.name
    new.operationalState = link.operationalState ?? old.operationalState
    links[place] = new
    if !new.flags.contains(.up) {
      dropWays(by: link.index)
    } else if !new.flags.contains(.lowerUp) {
      drop(nextHopsBy(link.index))
    }
    return new != old || link.isWirelessEvent
  }

  /// The routes of a link that is down or gone go, IPv4's without a message (fib_sync_down_dev in
  /// net/ipv4/fib_semantics.c).
  private mutating func dropWays(by index: Int32, of family: AddressFamily? = nil) {
    func isOfFamily(_ route: RouteMessage) -> Bool { family.map { $0.rawValue == route.family } ?? true }
    for place in routes.indices where isOfFamily(routes[place]) && !routes[place].legs.isEmpty {
      routes[place].legs.removeAll { $0.outputIndex == index }
      if routes[place].legs.isEmpty { routes[place].outputIndex = index }
    }
    routes.removeAll { isOfFamily($0) && $0.outputIndex == index }
    if family == nil { drop(nextHopsBy(index)) }
  }

  private func nextHopsBy(_ index: Int32) -> Set<UInt32> {
    Set(nextHops.values.lazy.filter { $0.outputIndex == index }.map(\.id))
  }

  /// Next hops go, with the groups that have no others. A group is in no group (nh_check_attr_group in
  /// net/ipv4/nexthop.c), so it ends there, whatever a damaged recording says.
  private mutating func drop(_ ids: Set<UInt32>) {
    guard !ids.isEmpty else { return }
    var gone = ids
    for (group, hop) in nextHops where hop.members.contains(where: ids.contains) {
      let members = hop.members.filter { !ids.contains($0) }
      nextHops[group]?.members = members
      if members.isEmpty { gone.insert(group) }
    }
    for id in gone { nextHops[id] = nil }
    routes.removeAll { $0.nextHopID.map(gone.contains) ?? false }
  }

  /// With an address go the routes that prefer it, and with the last of IPv4 all of the link's.
  private mutating func addressWent(_ address: AddressMessage) {
    guard let local = address.local else { return }
    if !addresses.contains(where: { $0.local == local }) {
      routes.removeAll { $0.preferredSource == local }
    }
    let hasMore = addresses.contains { $0.linkIndex == address.linkIndex && $0.local?.family == local.family }
    if !hasMore, local.family == .ipv4 { dropWays(by: address.linkIndex, of: .ipv4) }
  }

  private mutating func remove(_ route: RouteMessage) {
    let same = routes.indices.filter { routes[$0].isSame(as: route) }
    let place =
      same.first { routes[$0].hasSameWays(as: route) }
      ?? same.first { place in route.outputIndex != nil && !routes[place].legs.isEmpty }
    guard let place else { return }
    // Of an IPv6 multipath a deletion may name one leg only.
    if !routes[place].hasSameWays(as: route) {
      routes[place].legs.removeAll { $0.outputIndex == route.outputIndex && $0.gateway == route.gateway }
      if !routes[place].legs.isEmpty { return }
    }
    routes.remove(at: place)
  }
}

extension AddressMessage {
  /// Whether both are of one entry of the kernel's: see `AddressBook`.
  func isSame(as other: AddressMessage) -> Bool {
    linkIndex == other.linkIndex && prefixLength == other.prefixLength && local == other.local
      && (local?.family == .ipv6 || peer == other.peer)
  }
}

extension RouteMessage {
  /// Whether both stand in the same place of a table.
  fileprivate func isSame(as other: RouteMessage) -> Bool {
    family == other.family && table == other.table && prefixLength == other.prefixLength
      && destination == other.destination && priority == other.priority
  }

  fileprivate func hasSameWays(as other: RouteMessage) -> Bool {
    outputIndex == other.outputIndex && gateway == other.gateway && legs == other.legs
      && nextHopID == other.nextHopID
  }
}
