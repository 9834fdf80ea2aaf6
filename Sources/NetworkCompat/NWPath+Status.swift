internal import PathMonitoring

extension NWPath {
  /// Whether there is a path.
  public enum Status: Hashable, Sendable {
    /// Packets can leave.
    case satisfied
    /// There is no way out.
    case unsatisfied
    /// There is a way out, but its link waits for an outside event, such as a call or 802.1X.
    case requiresConnection
  }

  /// Why a path is unsatisfied.
  public enum UnsatisfiedReason: Hashable, Sendable {
    /// No network is there, or no reason is known; also of every path that is not unsatisfied.
    case notAvailable
    /// Mobile data is denied.
    case cellularDenied
    /// Wi-Fi is denied.
    case wifiDenied
    /// The local network is denied.
    case localNetworkDenied
    /// A VPN that is required is not active.
    case vpnInactive
  }

  /// How good a link is.
  public enum LinkQuality: Hashable, Sendable {
    /// It has not been measured.
    case unknown
    /// Little gets through.
    case minimal
    /// Good enough for most things.
    case moderate
    /// Good.
    case good
  }
}

extension NWPath.Status {
  init(_ status: NetworkPath.Status) {
    switch status {
    case .satisfied: self = .satisfied
    case .unsatisfied: self = .unsatisfied
    case .requiresConnection: self = .requiresConnection
    }
  }
}

extension NWPath.UnsatisfiedReason {
  init(_ reason: NetworkPath.UnsatisfiedReason) {
    switch reason {
    case .notAvailable: self = .notAvailable
    case .cellularDenied: self = .cellularDenied
    case .wifiDenied: self = .wifiDenied
    case .localNetworkDenied: self = .localNetworkDenied
    case .vpnInactive: self = .vpnInactive
    }
  }
}
