internal import Netlink

/// What lookups have told so far: of each subject where an unbound socket's packets go, and over which links those of
/// bound ones would.
struct RouteFindings {
  /// Where to: everywhere, or one destination.
  struct Subject: Hashable {
    var family: AddressFamily
    var destination: RawAddress?
    /// The link that a destination means something on; 0 for any. What means something on one link is not sought
    /// on others.
    var scope: Int32 = 0

    /// The lookup that decides whether there is any way.
    var root: RouteSurvey.Target {
      RouteSurvey.Target(family: family, linkIndex: scope, destination: destination)
    }

    func target(_ link: Int32) -> RouteSurvey.Target {
      RouteSurvey.Target(family: family, linkIndex: link, destination: destination)
    }
  }

  private struct Entry {
    var root: RouteFinding
    /// The links by which bound sockets get there, too.
    var ways: [Int32: RouteWay] = [:]
    /// The links over which only narrower routes were found: when such a route goes, there may be a way.
    var narrow: Set<Int32> = []
    /// All links have been asked since the root was found to be a way.
    var isComplete = false

    func leads(_ subject: Subject) -> Bool {
      if case .way(let way) = root { subject.scope == 0 && !way.isLocal } else { false }
    }
  }

  /// Those of everywhere, which every change is about.
  private var ipv4: Entry?
  private var ipv6: Entry?
  private var destinations: [Subject: Entry] = [:]

  // Closures instead of accessors: a coroutine takes its frame from the heap.

  private func read<Result>(_ subject: Subject, _ body: (Entry?) -> Result) -> Result {
    if subject.destination != nil { return body(destinations[subject]) }
    return subject.family == .ipv4 ? body(ipv4) : body(ipv6)
  }

  private mutating func change<Result>(_ subject: Subject, _ body: (inout Entry?) -> Result) -> Result {
    if subject.destination != nil { return body(&destinations[subject]) }
    return subject.family == .ipv4 ? body(&ipv4) : body(&ipv6)
  }

  /// What the unbound lookup told; nil if it was not asked yet.
  func root(_ subject: Subject) -> RouteFinding? { read(subject) { $0?.root } }

  /// The ways over single links.
  func ways(_ subject: Subject) -> [Int32: RouteWay] { read(subject) { $0?.ways ?? [:] } }

  /// The links of which something was found that stands.
  func links(_ subject: Subject) -> [Int32] {
    read(subject) { entry in entry.map { Array($0.ways.keys) + Array($0.narrow) } ?? [] }
  }

  /// The links over which there is no way for now, since a narrower route stands before it.
  func narrowLinks(_ subject: Subject) -> Set<Int32> { read(subject) { $0?.narrow ?? [] } }

  /// Whether links need be asked, and not all of them were.
  func lacksLinks(_ subject: Subject) -> Bool {
    read(subject) { entry in
      guard let entry else { return true }
      return !entry.isComplete && entry.leads(subject)
    }
  }

  /// Whether links need be asked: without a way of the unbound lookup there is none over any link either, and the host
  /// itself is reached over none.
  func leads(_ subject: Subject) -> Bool { read(subject) { $0?.leads(subject) == true } }

  /// The unbound lookup told this: the links whose ways are void by that.
  mutating func found(_ finding: RouteFinding, _ subject: Subject) -> [Int32] {
    change(subject) { entry in
      let fresh = Entry(root: finding)
      if fresh.leads(subject) {
        if (entry?.root = finding) == nil { entry = fresh }
        return []
      }
      defer { entry = fresh }
      return entry.map { Array($0.ways.keys) } ?? []
    }
  }

  /// The lookup that was bound to a link told this; nil: the link cannot be used.
  mutating func found(_ finding: RouteFinding?, _ subject: Subject, boundTo link: Int32) {
    change(subject) { entry in
      entry?.ways[link] = finding?.way
      if case .tooNarrow = finding {
        entry?.narrow.insert(link)
      } else if entry?.narrow.isEmpty == false {
        entry?.narrow.remove(link)
      }
    }
  }

  /// All links have been asked.
  mutating func complete(_ subject: Subject) { change(subject) { $0?.isComplete = true } }

  /// Drops what was found about destinations that are not among `left`.
  mutating func keepOnly(_ left: Set<Subject>) {
    destinations = destinations.filter { left.contains($0.key) }
  }

  mutating func removeAll() {
    ipv4 = nil
    ipv6 = nil
    destinations.removeAll()
  }
}
