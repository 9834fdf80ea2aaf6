import PathMonitoring

/// The reasons of an explanation in words that a fault can be found by.
enum ExplanationWords {
  static func verdict(_ verdict: PathExplanation.Verdict) -> String {
    switch verdict {
    case .leaves(let names) where names.isEmpty:
      "leaves by different links for different parts of the network"
    case .leaves(let names): "leaves by \(names.joined(separator: ", "))"
    case .noAddress: "has no address that could be a source (routable, and past duplicate detection)"
    case .refused(let error, isRejectRoute: false): "has no default route that a rule leads to: \(error)"
    case .refused(let error, isRejectRoute: true): "is barred by a reject route or rule: \(error)"
    case .tooNarrow(let length):
      "has no default route; only routes to parts of the network match (/\(length))"
    }
  }

  static func objection(_ objection: PathRequirements.Objection) -> String {
    switch objection {
    case .notOfRequiredType(let type): "it is not of the required type \(InterfaceTypeName.name(type))"
    case .prohibited(let type): "its type \(InterfaceTypeName.name(type)) is prohibited"
    case .runsOverProhibited(let type):
      "it runs over a link of the prohibited type \(InterfaceTypeName.name(type))"
    case .prohibitedByPolicy(let rule): "it is prohibited \(by(rule))"
    }
  }

  /// What the policy says of a link, but for a prohibition, which is an objection.
  static func effect(_ effect: PathPolicy.Effect) -> [String] {
    var words: [String] = []
    if let ruling = effect.interfaceType {
      words.append("counts as \(InterfaceTypeName.name(ruling.value)) \(by(ruling.rule))")
    }
    if let ruling = effect.isExpensive {
      words.append("\(ruling.value ? "expensive" : "not expensive") \(by(ruling.rule))")
    }
    if let ruling = effect.isConstrained {
      words.append("\(ruling.value ? "constrained" : "not constrained") \(by(ruling.rule))")
    }
    return words
  }

  private static func by(_ rule: Int) -> String { "by rule \(rule) of the policy" }

  static func condition(_ condition: NetworkLink.Condition) -> String {
    switch condition {
    case .usable: "usable"
    case .down: "switched off (ip link set … up switches it on)"
    case .noCarrier: "no carrier: no cable, access point or program at the other end"
    case .dormant: "dormant: waits for an outside event, such as a call or 802.1X"
    case .notRunning: "a carrier, but not in operation (yet)"
    case .testing: "under test"
    case .loopback: "the loopback link, which leads nowhere else"
    case .isolated: "in a VRF, whose routes only sockets bound to it use"
    }
  }

  static func reason(_ reason: PathExplanation.Reason) -> String {
    switch reason {
    case .inPath(let egress, let metric, _):
      (egress.gateways.isEmpty ? "on link" : "via \(list(egress.gateways))")
        + (egress.source.map { ", source \($0.address.debugDescription)" } ?? "") + ", metric \(metric)"
    case .condition(let condition): self.condition(condition)
    case .noSource(let addresses) where addresses.isEmpty: "no address that could be a source"
    case .noSource(let addresses):
      "no address that could be a source: \(addresses.map(address).joined(separator: ", "))"
    case .badSource(let source): "the kernel would send from \(address(source))"
    case .noRoute(let error, isRejectRoute: false): "no default route leads over it: \(error)"
    case .noRoute(let error, isRejectRoute: true): "a reject route or rule stands before it: \(error)"
    case .tooNarrow(let length): "no default route, only one to a part of the network (/\(length))"
    case .familyBarred: "a default route leads over it, but only for sockets bound to it"
    }
  }

  private static func address(_ address: LocalAddress) -> String {
    let text = address.address.debugDescription
    if !address.isRoutable { return "\(text), which is valid on the link or host only" }
    switch address.state {
    case .preferred: return text
    case .deprecated: return "\(text), which is deprecated"
    case .optimistic: return "\(text), whose duplicate detection is under way"
    case .tentative: return "\(text), which waits for duplicate detection"
    case .duplicate: return "\(text), which another host has (duplicate detection failed)"
    case .missing: return "\(text), which no link has"
    }
  }

  private static func list(_ hosts: [NetworkEndpoint.Host]) -> String {
    hosts.map(\.debugDescription).joined(separator: ", ")
  }
}
