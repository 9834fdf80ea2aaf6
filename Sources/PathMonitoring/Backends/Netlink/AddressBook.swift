internal import Netlink

/// The addresses of all links.
struct AddressBook {
  private struct Entry {
    var linkIndex: Int32
    var prefixLength: UInt8
    var peer: RawAddress?
    var flags: AddressFlags
  }

  private var entries: [RawAddress: [Entry]] = [:]
  /// How many could be the source of a packet to the Internet.
  private var counting = (ipv4: 0, ipv6: 0)

  /// Takes an address; whether anything but its lifetime is new.
  mutating func add(_ message: AddressMessage) -> Bool {
    guard let address = message.local else { return false }
    let new = Entry(
      linkIndex: message.linkIndex, prefixLength: message.prefixLength, peer: message.peer,
      flags: message.flags)
    if let place = place(of: message, address), let old = entries[address]?[place] {
      if old.flags == new.flags { return false }
      count(address, old.flags, -1)
      entries[address]?[place] = new
    } else {
      entries[address, default: []].append(new)
    }
    count(address, new.flags, +1)
    return true
  }

  /// Drops an address; whether it was there.
  mutating func remove(_ message: AddressMessage) -> Bool {
    guard let address = message.local, let place = place(of: message, address),
      let old = entries[address]?.remove(at: place)
    else { return false }
    if entries[address]?.isEmpty == true { entries[address] = nil }
    count(address, old.flags, -1)
    return true
  }

  /// Drops the addresses of a link.
  mutating func removeAll(ofLink index: Int32) {
    for (address, list) in entries where list.contains(where: { $0.linkIndex == index }) {
      for entry in list where entry.linkIndex == index { count(address, entry.flags, -1) }
      let left = list.filter { $0.linkIndex != index }
      entries[address] = left.isEmpty ? nil : left
    }
  }

  /// Whether some address of the family could be the source of a packet to the Internet.
  func hasCounting(_ family: AddressFamily) -> Bool {
    family == .ipv4 ? counting.ipv4 > 0 : counting.ipv6 > 0
  }

  /// Whether it is an address of the link itself, and a source of the first choice: one that addresses of other links do
  /// not take the place of (RFC 6724, section 5; inet_select_addr in net/ipv4/devinet.c).
  func isSettled(_ address: RawAddress, on link: Int32) -> Bool {
    entries[address]?.contains { $0.linkIndex == link && Self.state($0.flags) == .preferred } == true
      && address.isRoutable
  }

  /// How far an address is to be used. One that several links have is judged by its best.
  func state(_ address: RawAddress) -> LocalAddress.State {
    guard let list = entries[address] else { return .missing }
    for entry in list where Self.state(entry.flags).counts { return Self.state(entry.flags) }
    return list.first.map { Self.state($0.flags) } ?? .missing
  }

  /// The addresses of a link, for explanations; IPv4's first.
  func addresses(ofLink index: Int32, _ family: AddressFamily) -> [LocalAddress] {
    var found: [LocalAddress] = []
    for (address, list) in entries where address.family == family {
      for entry in list where entry.linkIndex == index {
        found.append(LocalAddress(NetworkEndpoint.Host(address), state: Self.state(entry.flags)))
      }
    }
    return found.sorted { $0.address.debugDescription < $1.address.debugDescription }
  }

  private func place(of message: AddressMessage, _ address: RawAddress) -> Int? {
    entries[address]?.firstIndex {
      // The kernel's key of an IPv4 address has the peer too (__inet_insert_ifa in net/ipv4/devinet.c).
      $0.linkIndex == message.linkIndex && $0.prefixLength == message.prefixLength
        && (address.family == .ipv6 || $0.peer == message.peer)
    }
  }

  private mutating func count(_ address: RawAddress, _ flags: AddressFlags, _ step: Int) {
    guard address.isRoutable, Self.state(flags).counts else { return }
    switch address.family {
    case .ipv4: counting.ipv4 += step
    case .ipv6: counting.ipv6 += step
    }
  }

  private static func state(_ flags: AddressFlags) -> LocalAddress.State {
    // A failed address stays tentative for ever, so the failure is asked for first.
    if flags.contains(.duplicate) { return .duplicate }
    if flags.contains(.tentative) { return flags.contains(.optimistic) ? .optimistic : .tentative }
    return flags.contains(.deprecated) ? .deprecated : .preferred
  }
}

extension NetworkEndpoint.Host {
  /// An address of the kernel's, bound to an interface where it means something only there.
  init(_ address: RawAddress, scope: NetworkInterface? = nil) {
    let scope = address.isLinkLocal && address.family == .ipv6 ? scope : nil
    switch address.family {
    case .ipv4: self = .ipv4(IPv4Address(number: UInt32(truncatingIfNeeded: address.low), interface: scope))
    case .ipv6: self = .ipv6(IPv6Address(high: address.high, low: address.low, interface: scope))
    }
  }
}
