/// An IPv4 or IPv6 address, with the interface it is bound to if it means something on one link only.
///
/// Values are immutable and may be used from any thread.
public protocol IPAddress: Sendable {
  /// The bytes in network order: four of an IPv4 address, sixteen of an IPv6 one.
  var rawValue: [UInt8] { get }

  /// The interface in which a scoped address is valid.
  var interface: NetworkInterface? { get }

  /// Whether this is the address that a host calls itself by.
  var isLoopback: Bool { get }

  /// Whether the address is valid on one link only (RFC 3927, RFC 4291 section 2.5.6).
  var isLinkLocal: Bool { get }

  /// Whether the address names a group.
  var isMulticast: Bool { get }

  /// Makes an address of the bytes in network order; nil if their number is wrong.
  init?(_ rawValue: [UInt8], _ interface: NetworkInterface?)

  /// Makes an address of its numeric text, `%` and an interface's name behind it if it is scoped; nil if
  /// the text is no address of this family. Never asks a name server.
  init?(_ string: String)
}
