/// What a monitor asks of a path.
package struct PathRequirements: Hashable, Sendable {
  /// The only type that interfaces may have.
  package var requiredType: NetworkInterface.InterfaceType?
  /// Types that interfaces may neither have nor run over.
  package var prohibitedTypes: Set<NetworkInterface.InterfaceType>
  /// The addresses of the one host that the path is to lead to, the preferred one first; none if its name has no
  /// address. Nil for a path to everywhere.
  package var addresses: [NetworkEndpoint.Host]?
  /// What the caller knows better than the system; it decides before all the rest.
  package var policy: PathPolicy

  package init(
    requiredType: NetworkInterface.InterfaceType? = nil,
    prohibitedTypes: Set<NetworkInterface.InterfaceType> = [], policy: PathPolicy = .none
  ) {
    self.requiredType = requiredType
    self.prohibitedTypes = prohibitedTypes
    self.policy = policy
  }

  /// The same, but nothing is prohibited by the policy.
  var withoutPolicyProhibitions: PathRequirements {
    var requirements = self
    for index in policy.rules.indices { requirements.policy.rules[index].isProhibited = nil }
    return requirements
  }

  /// What of the link, which is as the system tells it, is against the requirements, or nil.
  package func objection(to link: NetworkLink) -> Objection? {
    let effect = policy.effect(on: link.interface)
    return objection(to: link.typed(by: effect), effect)
  }

  /// What of the link, which has its type by the policy, is against the requirements, or nil.
  ///
  /// A required type is the link's own: a tunnel over Wi-Fi is none. A prohibited one excludes also what is
  /// stacked on such a link (as XNU's necp_client.c does with delegates).
  func objection(to link: NetworkLink, _ effect: PathPolicy.Effect) -> Objection? {
    if let ruling = effect.isProhibited, ruling.value { return .prohibitedByPolicy(rule: ruling.rule) }
    if let requiredType, link.interface.type != requiredType { return .notOfRequiredType(requiredType) }
    if prohibitedTypes.contains(link.interface.type) { return .prohibited(link.interface.type) }
    return link.underlyingTypes.first(where: prohibitedTypes.contains).map(Objection.runsOverProhibited)
  }

  /// Why a link is out of the question.
  package enum Objection: Hashable, Sendable {
    case notOfRequiredType(NetworkInterface.InterfaceType)
    case prohibited(NetworkInterface.InterfaceType)
    case runsOverProhibited(NetworkInterface.InterfaceType)
    /// By the rule at that place, from 1.
    case prohibitedByPolicy(rule: Int)
  }
}
