internal import Netlink

/// The natures of links, found out when they are needed and kept until the link changes its own.
struct InterfaceNatures {
  /// What sysfs says of a link.
  typealias SysfsReader = (_ name: String, _ index: Int32) -> SysfsFacts?

  private struct Known {
    var record: LinkRecord
    var verdict: InterfaceNature.Verdict
    var lowerNames: [String]
  }

  private let sysfs: SysfsReader
  private var known: [Int32: Known] = [:]
  /// Of some links not all could be read since the last `forgetShortage`: they are to be asked for again.
  private(set) var isShort = false
  /// Stacks are rarely deeper than three; a loop, which a race could make us see, ends here.
  private static let deepest = 8

  init(sysfs: @escaping SysfsReader) {
    self.sysfs = sysfs
  }

  /// Forgets all links: any may have gone, and another have come with its index and name.
  mutating func forgetAll() { known.removeAll() }

  /// Forgets that anything could not be read.
  mutating func forgetShortage() { isShort = false }

  /// Forgets a link that is gone.
  mutating func forget(_ index: Int32) { known[index] = nil }

  /// The nature of a link among `links`.
  mutating func nature(_ link: LinkRecord, _ links: [Int32: LinkRecord]) -> InterfaceNature {
    nature(link, links, depth: 0)
  }

  private mutating func nature(_ link: LinkRecord, _ links: [Int32: LinkRecord], depth: Int)
    -> InterfaceNature
  {
    guard depth < Self.deepest else { return InterfaceNature(.other) }
    let known = known(link)
    var lowers: [InterfaceNature] = []
    switch known.verdict {
    case .decided(let nature): return nature
    case .asLower, .tunnel:
      for lower in self.lowers(link, known, links) { lowers.append(nature(lower, links, depth: depth + 1)) }
    case .asPorts:
      for port in Self.ports(link, links) { lowers.append(nature(port, links, depth: depth + 1)) }
    }
    var nature: InterfaceNature
    switch known.verdict {
    case .decided(let decided): nature = decided
    case .asLower(let otherwise): nature = InterfaceNature(Self.agreed(lowers) ?? otherwise)
    case .asPorts: nature = InterfaceNature(Self.agreed(lowers) ?? .wiredEthernet)
    case .tunnel: nature = InterfaceNature(.other, isTunnel: true)
    }
    for lower in lowers {
      nature.underlyingTypes.formUnion(lower.underlyingTypes)
      nature.underlyingTypes.insert(lower.type)
      nature.isMetered = nature.isMetered || lower.isMetered
    }
    return nature
  }

  private mutating func known(_ link: LinkRecord) -> Known {
    if let known = known[link.index], known.record.hasSameNature(as: link) { return known }
    var facts: SysfsFacts?
    let verdict = InterfaceNature.verdict(link) {
      facts = sysfs(link.name, link.index)
      return facts
    }
    let known = Known(record: link, verdict: verdict, lowerNames: facts?.lowerNames ?? [])
    // What was found out with half of the facts is not to last.
    if facts?.isShort == true { isShort = true } else { self.known[link.index] = known }
    return known
  }

  private func lowers(_ link: LinkRecord, _ known: Known, _ links: [Int32: LinkRecord]) -> [LinkRecord] {
    if let index = link.lowerIndex, let lower = links[index] { return [lower] }
    return links.values.filter { known.lowerNames.contains($0.name) }.sorted { $0.index < $1.index }
  }

  /// The ports of a master that carry traffic, or all if none does.
  private static func ports(_ master: LinkRecord, _ links: [Int32: LinkRecord]) -> [LinkRecord] {
    let ports = links.values.filter { $0.masterIndex == master.index }.sorted { $0.index < $1.index }
    let active = ports.filter { $0.condition == .usable }
    return active.isEmpty ? ports : active
  }

  /// The type that all have; nil if they differ or there are none.
  private static func agreed(_ natures: [InterfaceNature]) -> NetworkInterface.InterfaceType? {
    guard let first = natures.first, natures.allSatisfy({ $0.type == first.type }) else { return nil }
    return first.type
  }
}
