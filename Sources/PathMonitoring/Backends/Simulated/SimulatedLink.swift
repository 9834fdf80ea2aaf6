/// A link of a simulated network.
///
/// Those made by `ethernet`, `wifi`, `modem` and the rest are as such links mostly are; each property can be
/// set otherwise.
public struct SimulatedLink: Hashable, Sendable {
  /// The name, such as `eth0`.
  public var name: String
  /// What kind of medium it sends over.
  public var type: NetworkInterface.InterfaceType
  /// The index; nil for the next that is free, from 2 up.
  public var index: Int?
  /// Whether packets can pass, as far as it is switched on.
  public var condition = NetworkLink.Condition.usable
  /// Whether the administrator has it switched on.
  public var isSwitchedOn = true
  /// Its address and router in IPv4, if it has any.
  public var ipv4: SimulatedAddress?
  /// Its address and router in IPv6, if it has any.
  public var ipv6: SimulatedAddress?
  /// Its place among others: the link with the lowest comes first. Nil for what NetworkManager gives to the
  /// type: 50 for a tunnel, 100 for a cable, 600 for Wi-Fi, 700 for a modem.
  public var metric: Int?
  /// Whether it costs money although its type does not say so.
  public var isMetered = false
  /// Whether it is a tunnel, which sends its packets over another link.
  public var isTunnel = false
  /// The link that a tunnel runs over; nil for the first that is no tunnel, at every moment.
  public var lowerLink: String?
  /// Whether it leads to a part of the network only, so that it is no way out: a split tunnel.
  public var isSplit = false
  /// The name of the Wi-Fi network that it has joined, if it is known.
  public var network: String?

  /// Makes a link that is switched on and has a carrier, and no address.
  public init(_ name: String, _ type: NetworkInterface.InterfaceType) {
    self.name = name
    self.type = type
  }

  /// A cable that is plugged in, with an IPv4 address and a router.
  public static func ethernet(_ name: String = "eth0") -> SimulatedLink {
    var link = SimulatedLink(name, .wiredEthernet)
    link.ipv4 = .ipv4(.wiredEthernet)
    return link
  }

  /// Wi-Fi that has not joined a network.
  public static func wifi(_ name: String = "wlan0") -> SimulatedLink {
    var link = SimulatedLink(name, .wifi)
    link.condition = .noCarrier
    return link
  }

  /// A modem that has not dialled, and would for packets: dormant, with a way out behind it.
  public static func modem(_ name: String = "wwan0") -> SimulatedLink {
    var link = SimulatedLink(name, .cellular)
    link.condition = .dormant
    link.ipv4 = .ipv4(.cellular)
    return link
  }

  /// A tunnel, over the first link that is none.
  static func tunnel(_ name: String) -> SimulatedLink {
    var link = SimulatedLink(name, .other)
    link.isTunnel = true
    link.ipv4 = .ipv4(.other)
    return link
  }

  /// A phone at the end of a USB cable.
  static func phone(_ name: String) -> SimulatedLink {
    var link = SimulatedLink(name, .wiredEthernet)
    link.isMetered = true
    link.ipv4 = .phone
    return link
  }

  /// A link as a snapshot shows it.
  init(_ link: NetworkLink) {
    self.init(link.interface.name, link.interface.type)
    index = link.interface.index
    isSwitchedOn = link.condition != .down
    if isSwitchedOn { condition = link.condition }
    isMetered = link.isMetered
    isTunnel = link.isTunnel
  }

  /// Whether packets can pass.
  var effectiveCondition: NetworkLink.Condition { isSwitchedOn ? condition : .down }

  var effectiveMetric: Int {
    if let metric { return metric }
    switch type {
    case _ where isTunnel: return 50
    case .wiredEthernet: return 100
    case .wifi: return 600
    case .cellular: return 700
    case .other, .loopback: return 900
    }
  }

  func address(_ family: NetworkEgress.Family) -> SimulatedAddress? {
    switch family {
    case .ipv4: ipv4
    case .ipv6: ipv6
    }
  }
}
