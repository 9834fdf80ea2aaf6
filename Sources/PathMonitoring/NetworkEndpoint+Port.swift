extension NetworkEndpoint {
  /// A port of TCP or UDP.
  public struct Port: Hashable, Sendable, CustomDebugStringConvertible, ExpressibleByIntegerLiteral,
    RawRepresentable
  {
    /// The number.
    public let rawValue: UInt16

    /// 0: no particular port.
    public static let any: Port = 0
    /// 22
    public static let ssh: Port = 22
    /// 25
    public static let smtp: Port = 25
    /// 80
    public static let http: Port = 80
    /// 110
    public static let pop: Port = 110
    /// 143
    public static let imap: Port = 143
    /// 443
    public static let https: Port = 443
    /// 993
    public static let imaps: Port = 993
    /// 1080
    public static let socks: Port = 1080

    /// Makes a port of its number; never nil.
    public init?(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// Makes a port of its number.
    public init(integerLiteral value: UInt16) {
      rawValue = value
    }

    /// Makes a port of a number in text or of a service's name in `/etc/services`; nil if it is neither.
    public init?(_ service: String) {
      guard let number = UInt16(service) ?? InternetText.port(named: service) else { return nil }
      rawValue = number
    }

    /// The number.
    public var debugDescription: String { String(rawValue) }
  }
}
