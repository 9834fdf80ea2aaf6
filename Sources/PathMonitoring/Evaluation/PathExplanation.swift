/// Why a path is what it is, link by link. Each reason is the first thing that keeps a link out.
package struct PathExplanation: Sendable {
  /// Where packets of a family go that are bound to no link.
  package enum Verdict: Hashable, Sendable {
    /// They leave by these links.
    case leaves([String])
    /// No link has an address that could be their source.
    case noAddress
    /// The kernel refuses them, for want of a route or by a reject route or rule.
    case refused(String, isRejectRoute: Bool)
    /// Only routes to parts of the network lead to what was asked for.
    case tooNarrow(prefixLength: Int)
  }

  /// What a link is to a family.
  package enum Reason: Hashable, Sendable {
    case inPath(NetworkEgress, metric: UInt32, isChosenByKernel: Bool)
    /// The link itself cannot be used.
    case condition(NetworkLink.Condition)
    /// No address could be the source; those that the link has.
    case noSource([LocalAddress])
    /// The kernel's choice of source address will not do.
    case badSource(LocalAddress)
    /// No default route leads over the link.
    case noRoute(String, isRejectRoute: Bool)
    /// A route over the link leads to a part of the network only.
    case tooNarrow(prefixLength: Int)
    /// There is a default route over the link, and packets that are bound to no link do not get as far.
    case familyBarred
  }

  /// One link.
  package struct Link: Sendable {
    package var link: NetworkLink
    /// What the monitor's policy says of it.
    package var effect: PathPolicy.Effect
    /// What of it is against the monitor's requirements.
    package var objection: PathRequirements.Objection?
    package var families: [NetworkEgress.Family: Reason]

    /// A link that is as the system tells it, and how a monitor with `requirements` sees it.
    package init(
      link: NetworkLink, requirements: PathRequirements, families: [NetworkEgress.Family: Reason]
    ) {
      self.link = link
      effect = requirements.policy.effect(on: link.interface)
      objection = requirements.objection(to: link)
      self.families = families
    }
  }

  package var path: NetworkPath
  /// Those in the path first, in its order, then the others by index.
  package var links: [Link]
  package var families: [NetworkEgress.Family: Verdict]
  package var hasNameserver: Bool

  package init(
    path: NetworkPath, links: [Link], families: [NetworkEgress.Family: Verdict], hasNameserver: Bool
  ) {
    self.path = path
    self.links = links
    self.families = families
    self.hasNameserver = hasNameserver
  }
}
