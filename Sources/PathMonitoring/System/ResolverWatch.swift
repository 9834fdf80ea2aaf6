internal import Netlink

/// Follows resolv.conf(5): the file, what it links to, and what systemd-resolved writes beside it.
///
/// A watch on the file alone is lost when it is replaced, one on the link's folder alone does not hear of the
/// link's target. So each name on the way is watched in its folder, and the file at the end by itself: it may
/// be mounted there from elsewhere. For one thread at a time.
struct ResolverWatch: ~Copyable {
  /// The files that are followed.
  struct Files: Hashable, Sendable {
    var resolver = "/etc/resolv.conf"
    /// The servers that systemd-resolved asks, in the form of a resolv.conf.
    var uplinks = "/run/systemd/resolve/resolv.conf"
    var nameServiceSwitch = "/etc/nsswitch.conf"
  }

  private let files: Files
  private var inotify: Inotify?
  /// What is watched: the names that matter in a folder; none for a file.
  private var watches: [Int32: Set<String>] = [:]
  /// Whether a name server is configured.
  private(set) var hasNameserver = false

  /// Reads the files and begins to follow them. Where inotify is refused, they are read only once.
  init(_ files: Files = Files()) {
    self.files = files
    inotify = try? Inotify()
    watchAgain()
    hasNameserver = answer
  }

  /// For `poll`; -1 if there is nothing to wait for.
  var number: CInt { inotify?.number ?? -1 }

  /// Takes what has happened: whether `hasNameserver` has changed.
  mutating func update() -> Bool {
    var isTouched = false
    var isBeingWritten = true
    for event in inotify?.events() ?? [] {
      guard isRelevant(event) else { continue }
      isTouched = true
      if event.events != .modified { isBeingWritten = false }
    }
    guard isTouched else { return false }
    watchAgain()
    let now = answer
    // A file that was emptied in order to be written anew is empty for a moment only; its writer closes it.
    if now == hasNameserver || (isBeingWritten && !now) { return false }
    hasNameserver = now
    return true
  }

  private func isRelevant(_ event: Inotify.Event) -> Bool {
    if event.events.contains(.overflow) { return true }
    guard let names = watches[event.watch], event.events != .ignored else { return false }
    return names.isEmpty || event.name.isEmpty || names.contains(event.name)
  }

  private var answer: Bool {
    func configuration(_ path: String) -> ResolverConfiguration? {
      (try? SmallFile.text(path)).map { ResolverConfiguration($0) }
    }
    let usesNSSResolve = (try? SmallFile.text(files.nameServiceSwitch)).map {
      ResolverConfiguration.usesNSSResolve($0)
    }
    return ResolverConfiguration.hasNameserver(
      configuration(files.resolver), uplinks: configuration(files.uplinks),
      usesNSSResolve: usesNSSResolve ?? false)
  }

  private mutating func watchAgain() {
    guard inotify != nil else { return }
    var wanted = places
    // What changes between the look and the watch would be missed: look again until nothing did.
    for _ in 0..<8 {
      set(wanted)
      let now = places
      if now == wanted { return }
      wanted = now
    }
  }

  private mutating func set(_ places: [String: Set<String>]) {
    var now: [Int32: Set<String>] = [:]
    for (path, names) in places {
      guard let watch = inotify?.watch(path, names.isEmpty ? .content : .names) else { continue }
      now[watch, default: []].formUnion(names)
    }
    for watch in watches.keys where now[watch] == nil { inotify?.unwatch(watch) }
    watches = now
  }

  /// What is to be watched now: folders with the names in them that matter, files with none.
  private var places: [String: Set<String>] {
    var places: [String: Set<String>] = [:]
    for file in [files.resolver, files.uplinks] {
      var path = file
      // The kernel follows no more than 40 links (path_resolution(7)).
      for _ in 0..<40 {
        let (folder, name) = Self.nearest(path)
        places[folder, default: []].insert(name)
        guard let target = SmallFile.target(ofLink: path) else {
          if SmallFile.exists(path) { places[path] = [] }
          break
        }
        path = target.hasPrefix("/") ? target : "\(Self.split(path).folder)/\(target)"
      }
    }
    return places
  }

  /// The folder of a path, or the nearest above it that is there, and the name in it that leads on.
  private static func nearest(_ path: String) -> (folder: String, name: String) {
    var (folder, name) = split(path)
    while folder != "/", !SmallFile.exists(folder) { (folder, name) = split(folder) }
    return (folder, name)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }
}
