internal import PathMonitoring

extension NWEndpoint {
  /// A port of TCP or UDP.
  public struct Port: Hashable, CustomDebugStringConvertible, ExpressibleByIntegerLiteral, RawRepresentable,
    Sendable
  {
    /// A literal is a number.
    public typealias IntegerLiteralType = UInt16

    /// The number.
    public let rawValue: UInt16

    /// 0: no particular port.
    public static let any: NWEndpoint.Port = 0
    /// 22
    public static let ssh: NWEndpoint.Port = 22
    /// 25
    public static let smtp: NWEndpoint.Port = 25
    /// 80
    public static let http: NWEndpoint.Port = 80
    /// 110
    public static let pop: NWEndpoint.Port = 110
    /// 143
    public static let imap: NWEndpoint.Port = 143
    /// 443
    public static let https: NWEndpoint.Port = 443
    /// 993
    public static let imaps: NWEndpoint.Port = 993
    /// 1080
    public static let socks: NWEndpoint.Port = 1080

    /// Makes a port of a number in text or of a service's name in `/etc/services`; nil if it is neither.
    public init?(_ service: String) {
      guard let port = NetworkEndpoint.Port(service) else { return nil }
      rawValue = port.rawValue
    }

    /// Makes a port of its number.
    public init(integerLiteral value: UInt16) {
      rawValue = value
    }

    /// Makes a port of its number; never nil.
    public init?(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    var converted: NetworkEndpoint.Port { NetworkEndpoint.Port(integerLiteral: rawValue) }

    /// The number.
    public var debugDescription: String { String(rawValue) }
  }
}
