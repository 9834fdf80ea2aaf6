internal import PathMonitoring

/// An interface that a path can use, as of Apple's Network: its kind, its name, its index in the kernel.
///
/// There is no way to make one but to be given it, or, beyond Apple, from a `NetworkInterface`.
public struct NWInterface: Hashable, CustomDebugStringConvertible, Sendable {
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

  /// What kind of medium the interface sends over: its own, not that of what a tunnel runs over.
  public let type: InterfaceType

  /// The name, such as `eth0`. It may change while the index stays.
  public let name: String

  /// The index in the kernel, as `if_nametoindex(3)` gives it.
  public let index: Int

  init(converted interface: NetworkInterface) {
    type = InterfaceType(interface.type)
    name = interface.name
    index = interface.index
  }

  var converted: NetworkInterface {
    NetworkInterface(name: name, index: index, type: type.converted)
  }

  /// Whether index and name are the same; the type does not count, as on Apple.
  public static func == (lhs: NWInterface, rhs: NWInterface) -> Bool {
    lhs.index == rhs.index && lhs.name == rhs.name
  }

  /// Hashes index and name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(name)
  }

  /// The name.
  public var debugDescription: String { name }
}

extension NWInterface.InterfaceType {
  init(_ type: NetworkInterface.InterfaceType) {
    switch type {
    case .other: self = .other
    case .wifi: self = .wifi
    case .cellular: self = .cellular
    case .wiredEthernet: self = .wiredEthernet
    case .loopback: self = .loopback
    }
  }

  var converted: NetworkInterface.InterfaceType {
    switch self {
    case .other: .other
    case .wifi: .wifi
    case .cellular: .cellular
    case .wiredEthernet: .wiredEthernet
    case .loopback: .loopback
    }
  }
}
