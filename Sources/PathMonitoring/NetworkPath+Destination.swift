extension NetworkPath {
  /// Where a host is, seen from here.
  public struct Destination: Hashable, Sendable {
    /// Where it is, or why it is nowhere.
    public enum Place: Hashable, Sendable {
      /// It is this host itself.
      case local
      /// On a network that an interface is attached to: no router lies between.
      case onLink
      /// Behind a router.
      case behindGateway
      /// No route leads there, or none that the monitor allows.
      case unreachable
      /// A route or a rule forbids packets to it.
      case prohibited
      /// Its name has no address, or nobody could be asked.
      case unresolved
    }

    /// Where it is.
    public let place: Place
    /// The address that decides: the first that can be reached, or else the first; nil if it has none.
    public let address: NetworkEndpoint.Host?
    /// How many addresses it has.
    public let addressCount: Int

    /// Makes a destination, for tests.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - address: the address that decides.
    ///   - addressCount: how many addresses it has.
    public init(_ place: Place, address: NetworkEndpoint.Host? = nil, addressCount: Int = 1) {
      self.place = place
      self.address = address
      self.addressCount = addressCount
    }
  }
}
