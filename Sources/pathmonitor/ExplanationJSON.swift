import PathMonitoring

/// An explanation for programs: the path, a sentence for each family, and one for each link and family.
enum ExplanationJSON {
  static func object(_ explanation: PathExplanation, time: String) -> JSONValue {
    .object(
      PathJSON.members(explanation.path) + [
        ("ipv4", verdict(explanation, .ipv4)), ("ipv6", verdict(explanation, .ipv6)),
        ("links", .array(explanation.links.map(link))), ("time", .string(time)),
      ])
  }

  private static func verdict(_ explanation: PathExplanation, _ family: NetworkEgress.Family) -> JSONValue {
    .string(explanation.families[family].map(ExplanationWords.verdict) ?? "")
  }

  private static func link(_ link: PathExplanation.Link) -> JSONValue {
    var members = PathJSON.members(link.link.interface)
    members.append(("condition", .string(ExplanationWords.condition(link.link.condition))))
    let effect = ExplanationWords.effect(link.effect)
    if !effect.isEmpty { members.append(("policy", .array(effect.map(JSONValue.string)))) }
    if let objection = link.objection {
      members.append(("objection", .string(ExplanationWords.objection(objection))))
    }
    for (family, name) in [(NetworkEgress.Family.ipv4, "ipv4"), (.ipv6, "ipv6")] {
      guard let reason = link.families[family] else { continue }
      let isIn = if case .inPath = reason { link.objection == nil } else { false }
      members.append(
        (
          name,
          .object([("isInPath", .bool(isIn)), ("reason", .string(ExplanationWords.reason(reason)))])
        ))
    }
    return .object(members)
  }
}
