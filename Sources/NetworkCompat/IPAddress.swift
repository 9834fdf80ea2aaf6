/// An IPv4 or IPv6 address, as of Apple's Network.
public protocol IPAddress: Sendable {
  /// The bytes in network order: four of an IPv4 address, sixteen of an IPv6 one.
  var rawValue: Data { get }

  /// Makes an address of the bytes in network order, scoped to an interface if one is given; nil if their
  /// number is wrong.
  init?(_ rawValue: Data, _ interface: NWInterface?)

  /// Makes an address of its numeric text, `%` and an interface's name behind it if it is scoped; nil if the
  /// text is no address of this family. Never asks a name server.
  init?(_ string: String)

  /// The interface in which a scoped address is valid.
  var interface: NWInterface? { get }

  /// Whether this is the address that a host calls itself by.
  var isLoopback: Bool { get }

  /// Whether the address is valid on one link only.
  var isLinkLocal: Bool { get }

  /// Whether the address names a group.
  var isMulticast: Bool { get }
}
