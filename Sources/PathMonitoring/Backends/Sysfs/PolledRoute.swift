internal import Netlink

/// A row of /proc/net/route or /proc/net/ipv6_route.
struct PolledRoute: Hashable {
  var destination: RawAddress
  var prefixLength: UInt8
  var gateway: RawAddress?
  var metric: UInt32
  var linkName: String
  /// Packets are refused instead of sent.
  var isReject: Bool
  /// RFC 4191's preference of the router, as in RTA_PREF.
  var preference: UInt8?
  /// A router advertised it: never one leg of a multipath route beside others.
  var isAdvertised = false

  /// Reads /proc/net/route (fib_route_seq_show in net/ipv4/fib_trie.c): the main table, by destination.
  static func ipv4(_ bytes: [UInt8]) -> [PolledRoute] {
    var routes: [PolledRoute] = []
    ProcTable(bytes).forEachRow { row in
      var row = row
      guard let name = row.text(), let destination = row.number(UInt32.self, radix: 16),
        let gateway = row.number(UInt32.self, radix: 16), let flags = row.number(UInt32.self, radix: 16),
        row.next() != nil, row.next() != nil, let metric = row.number(UInt32.self),
        let mask = row.number(UInt32.self, radix: 16)
      else { return }
      // RTF_UP; and a route without a device is one that refuses.
      guard flags & 0x1 != 0 else { return }
      routes.append(
        PolledRoute(
          destination: address(destination),
          prefixLength: UInt8(truncatingIfNeeded: UInt32(bigEndian: mask).leadingOnes),
          gateway: gateway == 0 ? nil : address(gateway), metric: metric, linkName: name,
          isReject: name == "*" || flags & 0x200 != 0))
    }
    return routes
  }

  /// Reads /proc/net/ipv6_route (ipv6_route_native_seq_show in net/ipv6/ip6_fib.c): all tables, in the order of
  /// their trees, in which a default comes after all else of its table.
  static func ipv6(_ bytes: [UInt8]) -> [PolledRoute] {
    var routes: [PolledRoute] = []
    ProcTable(bytes).forEachRow { row in
      var row = row
      guard let destination = row.address(), let length = row.number(UInt8.self, radix: 16), length <= 128,
        row.address() != nil, let sourceLength = row.number(UInt8.self, radix: 16),
        let gateway = row.address(), let metric = row.number(UInt32.self, radix: 16),
        row.next() != nil, row.next() != nil, let flags = row.number(UInt32.self, radix: 16),
        let name = row.text()
      else { return }
      // RTF_UP. Routes for one source are none of an unbound socket's; RTF_LOCAL and RTF_CACHE lead nowhere.
      guard flags & 0x1 != 0 || flags & 0x200 != 0, sourceLength == 0, flags & 0x8100_0000 == 0 else {
        return
      }
      routes.append(
        PolledRoute(
          destination: destination, prefixLength: length, gateway: gateway.isUnspecified ? nil : gateway,
          metric: metric, linkName: name, isReject: flags & 0x200 != 0,
          // RTF_PREF_MASK in include/net/ip6_route.h.
          preference: UInt8(flags >> 27 & 0x3), isAdvertised: flags & 0x4_0000 != 0))
    }
    return routes
  }

  /// An IPv4 address that was printed as a number of the machine's byte order.
  private static func address(_ number: UInt32) -> RawAddress {
    RawAddress(family: .ipv4, high: 0, low: UInt64(UInt32(bigEndian: number)))
  }
}

extension ProcTable.Row {
  /// The next column as an IPv6 address of 32 digits.
  mutating func address() -> RawAddress? {
    guard let column = next(), column.count == 32 else { return nil }
    var (upper, lower) = (Self(column.prefix(16)), Self(column.suffix(16)))
    guard let high = upper.number(UInt64.self, radix: 16), let low = lower.number(UInt64.self, radix: 16)
    else { return nil }
    return RawAddress(family: .ipv6, high: high, low: low)
  }
}

extension UInt32 {
  /// The ones at the head of a mask.
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
