/// Puts requests together, one behind the other: the kernel answers a whole datagram of them at once.
package struct RequestBuilder {
  /// Room for requests, of which the first `size` bytes are some; what is behind them has no value.
  private(set) var room: [UInt8] = []
  /// Bytes of all requests.
  private(set) var size = 0
  /// How many requests are in it.
  package private(set) var count = 0
  private var messageStart = 0

  package init() {}

  /// The requests.
  package var bytes: [UInt8] { Array(room[..<size]) }

  /// Forgets the requests, keeps the memory.
  package mutating func removeAll() {
    size = 0
    count = 0
  }

  /// Begins a request; what is appended until `finish` is its payload.
  mutating func begin(_ type: MessageType, _ flags: MessageFlags, sequence: UInt32) {
    messageStart = size
    count += 1
    append(UInt32(0))
    append(type.rawValue)
    append(flags.union(.request).rawValue)
    append(sequence)
    append(UInt32(0))
  }

  /// Ends the request begun last: states its length.
  mutating func finish() {
    store(UInt32(size - messageStart), at: messageStart)
    pad()
  }

  /// Appends a number in the machine's byte order, which is netlink's.
  mutating func append<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
    let end = size + MemoryLayout<T>.size
    if end > room.count { room += [UInt8](repeating: 0, count: max(room.count, 1024)) }
    store(value, at: size)
    size = end
  }

  private mutating func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T, at place: Int) {
    precondition(place >= 0 && place <= room.count - MemoryLayout<T>.size)
    unsafe room.withUnsafeMutableBytes { unsafe $0.storeBytes(of: value, toByteOffset: place, as: T.self) }
  }

  mutating func attribute(_ type: UInt16, _ value: UInt32) {
    append(UInt16(AttributeCursor.headerSize + 4))
    append(type)
    append(value)
  }

  mutating func attribute(_ type: UInt16, _ address: RawAddress) {
    append(UInt16(AttributeCursor.headerSize + address.family.size))
    append(type)
    if address.family == .ipv6 { append(address.high.bigEndian) }
    if address.family == .ipv6 {
      append(address.low.bigEndian)
    } else {
      append(UInt32(address.low).bigEndian)
    }
  }

  private mutating func pad() {
    while !size.isMultiple(of: 4) { append(UInt8(0)) }
  }
}

extension RequestBuilder {
  /// RTM_GETLINK for all links, without their statistics (RTEXT_FILTER_SKIP_STATS), which are half of each.
  package mutating func dumpLinks(sequence: UInt32) {
    begin(.getLink, .dump, sequence: sequence)
    for _ in 0..<4 { append(UInt32(0)) }
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
    append(UInt32(0))
    append(index)
    append(UInt64(0))
    finish()
  }

  /// RTM_GETADDR for all addresses of both families.
  package mutating func dumpAddresses(sequence: UInt32) {
    begin(.getAddress, .dump, sequence: sequence)
    for _ in 0..<2 { append(UInt32(0)) }
    finish()
  }

  /// RTM_GETRULE for the rules of one family.
  package mutating func dumpRules(_ family: AddressFamily, sequence: UInt32) {
    begin(.getRule, .dump, sequence: sequence)
    append(UInt32(family.rawValue).littleEndian)
    for _ in 0..<2 { append(UInt32(0)) }
    finish()
  }

  /// RTM_GETROUTE for the routes of one family in all tables.
  package mutating func dumpRoutes(_ family: AddressFamily, sequence: UInt32) {
    begin(.getRoute, .dump, sequence: sequence)
    append(UInt32(family.rawValue).littleEndian)
    for _ in 0..<2 { append(UInt32(0)) }
    finish()
  }

  /// RTM_GETNEXTHOP for all next hops.
  package mutating func dumpNextHops(sequence: UInt32) {
    begin(.getNextHop, .dump, sequence: sequence)
    for _ in 0..<2 { append(UInt32(0)) }
    finish()
  }

  /// RTM_GETNEXTHOP for one next hop.
  package mutating func nextHop(_ id: UInt32, sequence: UInt32) {
    begin(.getNextHop, [], sequence: sequence)
    for _ in 0..<2 { append(UInt32(0)) }
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
    append(family.rawValue)
    append(UInt8(family.size * 8))
    append(UInt16(0))
    append(UInt32(0))
    append(matching ? RouteFlags.fibMatch.rawValue : 0)
    attribute(RouteMessage.Key.destination.rawValue, destination)
    if outputIndex != 0 { attribute(RouteMessage.Key.outputIndex.rawValue, UInt32(bitPattern: outputIndex)) }
    finish()
  }
}
