/// Puts requests together, one behind the other: the kernel answers a whole datagram of them at once.
package struct RequestBuilder {
  /// The requests, in whole words: all parts of a request begin at multiples of four, and so does the next one
  /// (NLMSG_ALIGNTO, NLA_ALIGNTO).
  private(set) var words: [UInt32] = []
  /// How many requests are in it.
  package private(set) var count = 0
  private var messageStart = 0

  package init() {}

  /// The requests.
  package var bytes: [UInt8] { unsafe words.withUnsafeBytes { unsafe Array($0) } }

  /// Forgets the requests, keeps the memory.
  package mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Begins a request; what is appended until `finish` is its payload.
  mutating func begin(_ type: MessageType, _ flags: MessageFlags, sequence: UInt32) {
    messageStart = words.count
    count += 1
    append(0)
    append(type.rawValue, flags.union(.request).rawValue)
    append(sequence)
    append(0)
  }

  /// Ends the request begun last: states its length.
  mutating func finish() { words[messageStart] = UInt32((words.count - messageStart) * 4) }

  /// Appends a number in the machine's byte order, which is netlink's.
  mutating func append(_ word: UInt32) { words.append(word) }

  /// Appends two numbers, one behind the other.
  mutating func append(_ first: UInt16, _ second: UInt16) {
    append(UInt32(littleEndian: UInt32(first.littleEndian) | UInt32(second.littleEndian) << 16))
  }

  /// Appends four bytes.
  mutating func append(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    append(
      UInt32(
        littleEndian: UInt32(first) | UInt32(second) << 8 | UInt32(third) << 16 | UInt32(fourth) << 24))
  }

  mutating func attribute(_ type: UInt16, _ value: UInt32) {
    append(UInt16(AttributeCursor.headerSize + 4), type)
    append(value)
  }

  mutating func attribute(_ type: UInt16, _ address: RawAddress) {
    append(UInt16(AttributeCursor.headerSize + address.family.size), type)
    if address.family == .ipv6 {
      append(UInt32(truncatingIfNeeded: address.high >> 32).bigEndian)
      append(UInt32(truncatingIfNeeded: address.high).bigEndian)
      append(UInt32(truncatingIfNeeded: address.low >> 32).bigEndian)
    }
    append(UInt32(truncatingIfNeeded: address.low).bigEndian)
  }
}

extension RequestBuilder {
  /// RTM_GETLINK for all links, without their statistics (RTEXT_FILTER_SKIP_STATS), which are half of each.
  package mutating func dumpLinks(sequence: UInt32) {
    begin(.getLink, .dump, sequence: sequence)
    for _ in 0..<4 { append(0) }
    attribute(29, 1 << 3)
    finish()
  }

  /// A question that is answered once the kernel has made the changes that it has begun: it makes them, and answers
  /// questions about a link, under one lock (RTNL), which lookups of routes do without.
  package mutating func settling(sequence: UInt32) {
    // Of a link that is not there, since any answer will do, and that is the shortest.
    link(.max, sequence: sequence)
  }

  /// RTM_GETLINK for one link.
  package mutating func link(_ index: Int32, sequence: UInt32) {
    begin(.getLink, [], sequence: sequence)
    append(0)
    append(UInt32(bitPattern: index))
    for _ in 0..<2 { append(0) }
    finish()
  }

  /// RTM_GETADDR for all addresses of both families.
  package mutating func dumpAddresses(sequence: UInt32) {
    begin(.getAddress, .dump, sequence: sequence)
    for _ in 0..<2 { append(0) }
    finish()
  }

  /// RTM_GETRULE for the rules of one family.
  package mutating func dumpRules(_ family: AddressFamily, sequence: UInt32) {
    begin(.getRule, .dump, sequence: sequence)
    append(family.rawValue, 0, 0, 0)
    for _ in 0..<2 { append(0) }
    finish()
  }

  /// RTM_GETROUTE for the routes of one family in all tables.
  package mutating func dumpRoutes(_ family: AddressFamily, sequence: UInt32) {
    begin(.getRoute, .dump, sequence: sequence)
    append(family.rawValue, 0, 0, 0)
    for _ in 0..<2 { append(0) }
    finish()
  }

  /// RTM_GETNEXTHOP for all next hops.
  package mutating func dumpNextHops(sequence: UInt32) {
    begin(.getNextHop, .dump, sequence: sequence)
    for _ in 0..<2 { append(0) }
    finish()
  }

  /// RTM_GETNEXTHOP for one next hop.
  package mutating func nextHop(_ id: UInt32, sequence: UInt32) {
    begin(.getNextHop, [], sequence: sequence)
    for _ in 0..<2 { append(0) }
    attribute(NextHopMessage.Key.id.rawValue, id)
    finish()
  }

  /// RTM_GETROUTE: by which route would a packet to `destination` leave, from a socket that is bound to
  /// the link `outputIndex` (0: unbound)? Sends no packet.
  ///
  /// With `matching` the answer is the route of the table that decides (RTM_F_FIB_MATCH), else the way
  /// that the kernel would take, with the source address.
  package mutating func lookup(
    _ destination: RawAddress, outputIndex: Int32, matching: Bool, sequence: UInt32
  ) {
    begin(.getRoute, [], sequence: sequence)
    let family = destination.family
    append(family.rawValue, UInt8(family.size * 8), 0, 0)
    append(0)
    append(matching ? RouteFlags.fibMatch.rawValue : 0)
    attribute(RouteMessage.Key.destination.rawValue, destination)
    if outputIndex != 0 { attribute(RouteMessage.Key.outputIndex.rawValue, UInt32(bitPattern: outputIndex)) }
    finish()
  }
}
