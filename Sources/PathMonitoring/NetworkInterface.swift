/// An interface that a path uses: its name, its index in the kernel, and what kind of medium it is.
///
/// Equality and hash are those of the index and the name, as in Apple's `NWInterface`.
public struct NetworkInterface: Hashable, Sendable, CustomDebugStringConvertible {
  /// The kind of medium that an interface sends over.
  public enum InterfaceType: Hashable, Sendable {
    /// A tunnel, a virtual or an unknown medium.
    case other
    /// Wi-Fi (IEEE 802.11).
    case wifi
    /// Mobile data.
    case cellular
    /// Ethernet by cable, also that of a container or a tethered phone.
    case wiredEthernet
    /// The host itself.
    case loopback
  }

  /// What kind of medium the interface sends over.
  public let type: InterfaceType

  /// The name, such as `eth0`. It may change while the index stays.
  public let name: String

  /// The index in the kernel, as `if_nametoindex(3)` gives it.
  public let index: Int

  /// Makes an interface, for tests and backends.
  public init(name: String, index: Int, type: InterfaceType) {
    self.type = type
    self.name = name
    self.index = index
  }

  /// Whether index and name are the same.
  public static func == (left: NetworkInterface, right: NetworkInterface) -> Bool {
    left.index == right.index && left.name == right.name
  }

  /// Hashes index and name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(name)
  }

  /// The name.
  public var debugDescription: String { name }
}
