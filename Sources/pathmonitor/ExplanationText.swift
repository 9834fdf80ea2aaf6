import PathMonitoring

/// An explanation for people.
enum ExplanationText {
  private static let families: [(NetworkEgress.Family, String)] = [(.ipv4, "IPv4"), (.ipv6, "IPv6")]

  static func text(_ explanation: PathExplanation, _ requirements: PathRequirements) -> String {
    var lines = [explanation.path.debugDescription, ""]
    for (family, name) in families {
      if let verdict = explanation.families[family] {
        lines.append("\(name) \(ExplanationWords.verdict(verdict))")
      }
    }
    if let destination = explanation.path.destination {
      lines.append("host \(DestinationText.words(destination))")
    }
    lines.append(explanation.hasNameserver ? "DNS has a name server" : "DNS has no name server configured")
    for link in explanation.links {
      lines.append("")
      lines += text(link, explanation)
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ link: PathExplanation.Link, _ explanation: PathExplanation) -> [String] {
    let interface = link.link.interface
    var words = [InterfaceTypeName.name(interface.type), ExplanationWords.condition(link.link.condition)]
    if !link.link.underlyingTypes.isEmpty {
      words.append(
        "over " + link.link.underlyingTypes.map(InterfaceTypeName.name).sorted().joined(separator: ", "))
    }
    words += ExplanationWords.effect(link.effect)
    if let objection = link.objection { words.append("left out: \(ExplanationWords.objection(objection))") }
    var lines = ["\(interface.name.printable) (\(interface.index)): " + words.joined(separator: "; ")]
    if case .condition = link.families[.ipv4] { return lines }
    for (family, name) in families {
      guard let reason = link.families[family] else { continue }
      lines.append("  \(name) \(place(of: link, reason, explanation)): \(ExplanationWords.reason(reason))")
    }
    return lines
  }

  /// Where the link stands in the path, and why there.
  private static func place(
    of link: PathExplanation.Link, _ reason: PathExplanation.Reason, _ explanation: PathExplanation
  ) -> String {
    guard case .inPath(_, _, let isChosen) = reason,
      let place = explanation.path.availableInterfaces.firstIndex(of: link.link.interface)
    else {
      if case .inPath = reason { return "has a way out, and is not in the path" }
      return "not in the path"
    }
    let why = isChosen ? "the kernel's own choice" : "behind the kernel's choice, by metric"
    return place == 0 ? "first in the path, \(why)" : "place \(place + 1) in the path, \(why)"
  }
}
