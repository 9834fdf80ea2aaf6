/// What a monitor asks of a path.
package struct PathRequirements: Hashable, Sendable {
  /// The only type that interfaces may have.
  package var requiredType: NetworkInterface.InterfaceType?
  /// Types that interfaces may neither have nor run over.
  package var prohibitedTypes: Set<NetworkInterface.InterfaceType>
  /// The addresses of the one host that the path is to lead to, the preferred one first; none if its name has no
  /// address. Nil for a path to everywhere.
  package var addresses: [NetworkEndpoint.Host]?

  package init(
    requiredType: NetworkInterface.InterfaceType? = nil,
    prohibitedTypes: Set<NetworkInterface.InterfaceType> = []
  ) {
    self.requiredType = requiredType
    self.prohibitedTypes = prohibitedTypes
  }

  /// What of the link is against the requirements, or nil.
  ///
  /// A required type is the link's own: a tunnel over Wi-Fi is none. A prohibited one excludes also what is
  /// stacked on such a link (as XNU's necp_client.c does with delegates).
  package func objection(to link: NetworkLink) -> Objection? {
    if let requiredType, link.interface.type != requiredType { return .notOfRequiredType(requiredType) }
    if prohibitedTypes.contains(link.interface.type) { return .prohibited(link.interface.type) }
    return link.underlyingTypes.first(where: prohibitedTypes.contains).map(Objection.runsOverProhibited)
  }

  /// Why a link is out of the question.
  package enum Objection: Hashable, Sendable {
    case notOfRequiredType(NetworkInterface.InterfaceType)
    case prohibited(NetworkInterface.InterfaceType)
    case runsOverProhibited(NetworkInterface.InterfaceType)
  }
}
