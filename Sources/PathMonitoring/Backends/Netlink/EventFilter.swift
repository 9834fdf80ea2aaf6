internal import Netlink

/// Decides in the kernel which events are worth waking up for: a classic BPF program.
///
/// It passes all that can change what the samples or the destinations tell, and some more; what it refuses are routes
/// to other places, and what bridges say of their ports. A router's table may change a thousand times in a second.
struct EventFilter {
  /// Destinations of a family beyond which all its routes are let pass: the kernel limits the size of a program
  /// (net.core.optmem_max), and runs it for each message.
  static let mostDestinations = 64

  private(set) var program: [FilterInstruction] = []

  /// Makes a filter for those who ask about everywhere, and about `destinations`.
  init(destinations: Set<RawAddress> = []) {
    program = [
      .init(.loadHalf, 4),
      .init(.isEqual, type(.newLink), ifTrue: 4),
      .init(.isEqual, type(.deleteLink), ifTrue: 3),
      .init(.isEqual, type(.newRoute), ifTrue: 6),
      .init(.isEqual, type(.deleteRoute), ifTrue: 5),
      .pass,
      // A link's message that is a bridge's, or of another family, tells of a port's settings (AF_UNSPEC is 0).
      .init(.loadByte, 16),
      .init(.isEqual, 0, ifTrue: 0, ifFalse: 1),
      .pass,
      .refuse,
      // Routes: not what was looked up and is kept, nor those of families that have no path.
      .init(.loadWord, 24),
      .init(.hasBits, RouteFlags.cloned.rawValue.bigEndian, ifTrue: 3),
      .init(.loadByte, 16),
      .init(.isEqual, UInt32(AddressFamily.ipv4.rawValue), ifTrue: 2),
      .init(.isEqual, UInt32(AddressFamily.ipv6.rawValue), ifTrue: 2),
      .refuse,
    ]
    let ipv4 = ipv4(addresses(.ipv4, destinations))
    program.append(.init(.jump, 1))
    program.append(.init(.jump, UInt32(ipv4.count)))
    program += ipv4 + ipv6(addresses(.ipv6, destinations))
  }

  /// The addresses whose routes matter; nil if they are too many to tell apart.
  private func addresses(_ family: AddressFamily, _ destinations: Set<RawAddress>) -> [RawAddress]? {
    let ours = destinations.filter { $0.family == family }
    guard ours.count <= Self.mostDestinations else { return nil }
    return SampleAddresses.groups(family).flatMap { $0 }
      + ours.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
  }

  private func type(_ type: MessageType) -> UInt32 { UInt32(type.rawValue.bigEndian) }

  /// Passes parts of defaults, and what has no destination to compare; X is then where the destination is.
  private func beginning(_ family: AddressFamily) -> [FilterInstruction] {
    [
      .init(.loadByte, 17),
      .init(.store, Self.length),
      .init(.isGreater, UInt32(SampleAddresses.widestPrefix(family)), ifTrue: 1),
      .pass,
      .init(.constant, 16 + 12),
      .init(.indexConstant, 1),
      .findAttribute,
      .init(.isEqual, 0, ifFalse: 1),
      .pass,
      .init(.toIndex),
    ]
  }

  /// X = `bits` less the prefix length, for shifts.
  private func shift(_ bits: UInt32) -> [FilterInstruction] {
    [.init(.recall, Self.length), .init(.negate), .init(.add, bits), .init(.toIndex)]
  }

  private func ipv4(_ addresses: [RawAddress]?) -> [FilterInstruction] {
    guard let addresses else { return [.pass] }
    var part = beginning(.ipv4) + [.init(.loadWordIndexed, 4), .init(.store, Self.word0)] + shift(32)
    for address in addresses { part += sharesPrefix(UInt32(truncatingIfNeeded: address.low), Self.word0) }
    return part + [.refuse]
  }

  private func ipv6(_ addresses: [RawAddress]?) -> [FilterInstruction] {
    guard let addresses else { return [.pass] }
    var part = beginning(.ipv6)
    part += [
      .init(.loadWordIndexed, 4), .init(.store, Self.word0), .init(.loadWordIndexed, 8),
      .init(.store, Self.word1),
      // The local route of an address may be all that tells of it.
      .init(.loadByte, 23), .init(.isEqual, UInt32(RouteKind.local.rawValue), ifFalse: 1), .pass,
    ]
    // Up to 32 bits the first word decides, up to 64 the second too. What lies behind makes no difference here: that a
    // neighbour's route passes too does no harm.
    var short = shift(32)
    for address in addresses { short += sharesPrefix(UInt32(address.high >> 32), Self.word0) }
    short.append(.refuse)
    var long: [FilterInstruction] = [
      .init(.recall, Self.length), .init(.isGreater, 64, ifFalse: 2), .init(.constant, 64),
      .init(.store, Self.length),
    ]
    long += shift(64)
    for address in addresses {
      let rest = sharesPrefix(UInt32(truncatingIfNeeded: address.high), Self.word1)
      long += [
        .init(.recall, Self.word0), .init(.isEqual, UInt32(address.high >> 32), ifFalse: UInt8(rest.count)),
      ]
      long += rest
    }
    long.append(.refuse)
    part += [
      .init(.recall, Self.length), .init(.isGreater, 32, ifFalse: 1), .init(.jump, UInt32(short.count)),
    ]
    return part + short + long
  }

  /// Passes if the word in memory and `value` are the same but for the X last bits.
  private func sharesPrefix(_ value: UInt32, _ word: UInt32) -> [FilterInstruction] {
    [
      .init(.recall, word), .init(.exclusiveOr, value), .init(.shiftRight), .init(.isEqual, 0, ifFalse: 1),
      .pass,
    ]
  }

  // Places in the program's memory.
  private static var length: UInt32 { 0 }
  private static var word0: UInt32 { 1 }
  private static var word1: UInt32 { 2 }
}
