internal import PathMonitoring

/// What a program can reach the network by at one moment, as of Apple's Network.
///
/// There is no way to make one but to be given it by a monitor, or, beyond Apple, from a `NetworkPath`.
public struct NWPath: Equatable, CustomDebugStringConvertible, Sendable {
  let converted: NetworkPath

  init(converted: NetworkPath) {
    self.converted = converted
  }

  /// Whether packets can leave the host: not whether the Internet beyond answers.
  public var status: NWPath.Status { Status(converted.status) }

  /// Why there is no path; `.notAvailable` if there is.
  public var unsatisfiedReason: NWPath.UnsatisfiedReason { UnsatisfiedReason(converted.unsatisfiedReason) }

  /// The interfaces that the path can use, each once, the one that the kernel would use first. None if the
  /// path is unsatisfied.
  public var availableInterfaces: [NWInterface] {
    converted.availableInterfaces.map(NWInterface.init(converted:))
  }

  /// Whether the first interface is mobile data or a hotspot, which costs money.
  public var isExpensive: Bool { converted.isExpensive }

  /// Whether the path is to be used sparingly. Linux has no source for it: false, but in a path that a test
  /// made otherwise.
  public var isConstrained: Bool { converted.isConstrained }

  /// Whether the path is by satellite or the like. Linux has no source for it: false.
  public var isUltraConstrained: Bool { false }

  /// How good the link is. Nothing that all links of Linux have measures it: unknown, which is what Apple says
  /// too of a link that it has not measured.
  public var linkQuality: NWPath.LinkQuality { .unknown }

  /// Whether IPv4 packets can leave.
  public var supportsIPv4: Bool { converted.supportsIPv4 }

  /// Whether IPv6 packets can leave.
  public var supportsIPv6: Bool { converted.supportsIPv6 }

  /// Whether a name server is configured.
  public var supportsDNS: Bool { converted.supportsDNS }

  /// The routers that the path leads through, in order of preference, port 0. A link without a router, such as
  /// a tunnel, has none.
  public var gateways: [NWEndpoint] { converted.gateways.map(NWEndpoint.init(converted:)) }

  /// Nil: the end of a connection on this host, and a monitor's path is of none.
  public var localEndpoint: NWEndpoint? { nil }

  /// Nil: the far end of a connection, and a monitor's path is of none.
  public var remoteEndpoint: NWEndpoint? { nil }

  /// Whether packets may leave by an interface of that type: directly, or through a tunnel or a stacked
  /// interface over one, or as a path that stands by. Several types may be used at once.
  public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
    converted.usesInterfaceType(type.converted)
  }

  /// Whether all that the properties tell is the same, the types of the interfaces too.
  public static func == (lhs: NWPath, rhs: NWPath) -> Bool {
    lhs.converted == rhs.converted
  }

  /// The path in words: `satisfied (Path is satisfied), interface: eth0, ipv4, dns`.
  public var debugDescription: String { converted.debugDescription }
}
