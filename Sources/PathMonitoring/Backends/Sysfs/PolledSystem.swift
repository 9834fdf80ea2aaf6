internal import Netlink

/// What the polling backend asks the system by calls: all that it cannot read from files. For one thread at a
/// time.
///
/// What is refused is no error, since another source may tell it: seccomp, SELinux and other kernels refuse
/// this and that. Only what passes is thrown, such as a want of descriptors: it must not look like the absence
/// of a network.
protocol PolledSystem: AnyObject {
  /// Throws if no socket can be had to ask with.
  func check() throws(SystemError)

  /// What is known of a link; nil if there is none of the name.
  func link(_ name: String) throws(SystemError) -> PolledLink?

  /// The name of the link of that index; nil if there is none.
  func name(_ index: Int32) -> String?

  /// The name of the link's driver, which for links made of software is their kind.
  func driver(_ name: String) -> String?

  /// Whether the wireless extensions know the link.
  func isWireless(_ name: String) -> Bool

  /// All IPv4 addresses; nil if the system does not tell.
  func ipv4Addresses() throws(SystemError) -> [PolledAddress]?

  /// All addresses as the C library tells them; none if it cannot.
  func libraryAddresses() -> [PolledAddress]

  /// What becomes of a socket for datagrams that is connected to the address, which sends nothing; of one that
  /// is bound to a link, if that is named.
  func connect(_ address: RawAddress, boundTo link: String?) throws(SystemError) -> PolledConnection
}

/// A link as ioctls tell it. What they refuse is nil.
struct PolledLink: Hashable {
  var index: Int32?
  /// IFF_*, the lower half: neither LOWER_UP nor DORMANT.
  var flags: LinkFlags?
  /// ARPHRD_*
  var hardwareType: UInt16?
  /// The first eight bytes.
  var hardwareAddress: UInt64 = 0
}

/// An address, and the name of the link that has it.
struct PolledAddress: Hashable {
  var linkName: String
  var address: RawAddress
}

/// The outcome of a connection.
enum PolledConnection: Hashable {
  /// The address that packets would carry as their source.
  case source(RawAddress)
  /// The kernel knows no way, or bars it.
  case refused(Errno)
  /// Nobody may ask: there are no sockets of the family, or binding is not allowed.
  case notAllowed
}
