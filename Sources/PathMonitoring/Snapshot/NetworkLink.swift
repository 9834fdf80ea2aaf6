/// A network device, as far as a path depends on it.
public struct NetworkLink: Hashable, Sendable {
  /// Whether packets can pass the link.
  public enum Condition: Hashable, Sendable {
    /// In use: switched on, with a carrier, operational state up or unknown (RFC 2863).
    case usable
    /// Switched off by the administrator.
    case down
    /// Switched on, and no cable, access point or program at the other end.
    case noCarrier
    /// Waits for an outside event, such as a call or 802.1X.
    case dormant
    /// There is a carrier, and the system does not call the link in use (yet): the kernel settles that up
    /// to a second after the carrier.
    case notRunning
    /// Under test, so that no traffic passes.
    case testing
    /// The loopback link, which leads nowhere.
    case loopback
    /// A VRF or a port of one: only sockets that are bound to it use its routes.
    case isolated
  }

  /// Index, name and type.
  public var interface: NetworkInterface
  /// Whether packets can pass.
  public var condition: Condition
  /// The types of all links below it, if it is stacked or a tunnel whose lower link is known.
  public var underlyingTypes: Set<NetworkInterface.InterfaceType>
  /// Whether it is a tunnel, which sends its packets over another link.
  public var isTunnel: Bool
  /// Whether it, or a link below it, costs money beyond what its type tells: a Bluetooth hotspot.
  public var isMetered: Bool

  /// Makes a link.
  ///
  /// - Parameters:
  ///   - interface: its index, name and type.
  ///   - condition: whether packets can pass.
  ///   - underlyingTypes: the types of all links below it.
  ///   - isTunnel: whether it sends its packets over another link.
  ///   - isMetered: whether it costs money although its type does not say so.
  public init(
    _ interface: NetworkInterface, condition: Condition = .usable,
    underlyingTypes: Set<NetworkInterface.InterfaceType> = [], isTunnel: Bool = false, isMetered: Bool = false
  ) {
    self.interface = interface
    self.condition = condition
    self.underlyingTypes = underlyingTypes
    self.isTunnel = isTunnel
    self.isMetered = isMetered
  }

  /// Whether its packets cost money.
  var isExpensive: Bool {
    isMetered || interface.type == .cellular || underlyingTypes.contains(.cellular)
  }
}
