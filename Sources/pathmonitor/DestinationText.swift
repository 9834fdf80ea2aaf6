import PathMonitoring

/// Where a host is, in words.
enum DestinationText {
  static func name(_ place: NetworkPath.Destination.Place) -> String {
    switch place {
    case .local: "local"
    case .onLink: "onLink"
    case .behindGateway: "behindGateway"
    case .unreachable: "unreachable"
    case .prohibited: "prohibited"
    case .unresolved: "unresolved"
    }
  }

  static func words(_ destination: NetworkPath.Destination) -> String {
    let words =
      switch destination.place {
      case .local: "is this host"
      case .onLink: "on link"
      case .behindGateway: "behind a router"
      case .unreachable: "unreachable: no route leads there"
      case .prohibited: "prohibited by a route or rule"
      case .unresolved: "its name has no address, or nobody could be asked"
      }
    return destination.address.map { "\($0.debugDescription) \(words)" } ?? words
  }
}
