internal import Netlink

/// An address of the host's own, and whether packets may carry it as their source.
public struct LocalAddress: Hashable, Sendable {
  /// How far the address is to be used (RFC 4862, RFC 4429).
  public enum State: Hashable, Sendable {
    /// Fit for use.
    case preferred
    /// Still valid, and replaced by another where there is one.
    case deprecated
    /// Duplicate address detection is under way; may be used meanwhile (RFC 4429).
    case optimistic
    /// Duplicate address detection is under way.
    case tentative
    /// Another host has it. It stays listed.
    case duplicate
    /// The kernel names it as a source although no link has it.
    case missing
  }

  /// The address.
  public var address: NetworkEndpoint.Host
  /// How far it is to be used.
  public var state: State
  /// Whether others can answer to it: neither unspecified, loopback, link-local, multicast nor broadcast.
  public var isRoutable: Bool

  /// Makes an address.
  ///
  /// - Parameters:
  ///   - address: the address; a name is not routable.
  ///   - state: how far it is to be used.
  public init(_ address: NetworkEndpoint.Host, state: State = .preferred) {
    self.address = address
    self.state = state
    isRoutable =
      switch address {
      case .ipv4(let address): address.kernelAddress.isRoutable
      case .ipv6(let address): address.kernelAddress.isRoutable
      case .name: false
      }
  }

  /// Whether a path may rest on it.
  var counts: Bool { isRoutable && state.counts }
}

extension LocalAddress.State {
  /// Whether packets to the Internet may carry an address in this state.
  var counts: Bool {
    switch self {
    case .preferred, .deprecated, .optimistic: true
    case .tentative, .duplicate, .missing: false
    }
  }
}
