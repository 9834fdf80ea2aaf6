internal import Netlink

/// Follows resolv.conf(5): the file, what it links to, and what systemd-resolved writes beside it.
///
/// A watch on the file alone is lost when it is replaced, one on the link's folder alone does not hear of the
/// link's target. So each link on the way is watched in its folder, and the file at the end also by itself: it
/// may be mounted there from elsewhere. For one thread at a time.
struct ResolverWatch: ~Copyable {
  /// The files that are followed.
  struct Files: Hashable, Sendable {
    var resolver = "/etc/resolv.conf"
    /// The servers that systemd-resolved asks, in the form of a resolv.conf.
    var uplinks = "/run/systemd/resolve/resolv.conf"
    var nameServiceSwitch = "/etc/nsswitch.conf"
    /// Whether changes are to wake; else each `update` reads them anew. The kernel takes some 10 ms to let go of
    /// what follows files (synchronize_srcu in fs/notify), and a process that ends waits for that.
    var areFollowed = true
  }

  private let files: Files
  private var inotify: Inotify?
  /// What is watched: the names that matter in a folder; none for a file.
  private var watches: [Int32: Set<String>] = [:]
  /// Whether a name server is configured.
  private(set) var hasNameserver = false
  /// Counts the changes of the files.
  private(set) var version = 0
  private var texts: [String?] = []
  /// Something could not be watched, for want of watches (fs.inotify.max_user_watches) or of memory.
  private var isBlind = false
  /// When to look again, since there were no descriptors, no memory or no watches to look with.
  private(set) var deadline: ContinuousClock.Instant?
  private static let pause = Duration.milliseconds(500)

  /// Reads the files and begins to follow them. Where inotify is refused, for want of descriptors or of
  /// instances (fs.inotify.max_user_instances), each `update` tries again and reads them anew.
  init(_ files: Files = Files()) {
    self.files = files
    inotify = Self.inotify(files)
    watchAgain()
    // Who cannot know must not refuse to try.
    let answer = answer
    hasNameserver = answer ?? true
    if answer == nil || isBlind { deadline = .now + Self.pause }
  }

  /// Whether changes wake whoever polls `number`.
  var isFollowing: Bool { inotify != nil }

  /// For `poll`; -1 if there is nothing to wait for.
  var number: CInt { inotify?.number ?? -1 }

  /// Takes what has happened: whether `hasNameserver` or `version` has changed.
  mutating func update() -> Bool {
    var isTouched = false
    var isBeingWritten = true
    if inotify?.isOpen == false { inotify = nil }
    for event in inotify?.events() ?? [] {
      guard isRelevant(event) else { continue }
      isTouched = true
      if event.events != .modified { isBeingWritten = false }
    }
    if inotify == nil {
      inotify = Self.inotify(files)
      watches = [:]
      (isTouched, isBeingWritten) = (true, false)
    }
    if let deadline, deadline <= .now { (isTouched, isBeingWritten) = (true, false) }
    guard isTouched else { return false }
    watchAgain()
    let textsBefore = texts
    let answer = answer
    deadline = answer == nil || isBlind ? .now + Self.pause : nil
    guard let now = answer else { return false }
    // A file that was emptied in order to be written anew is empty for a moment only; its writer closes it.
    if isBeingWritten && !now {
      texts = textsBefore
      return false
    }
    if now == hasNameserver, texts == textsBefore { return false }
    version += texts == textsBefore ? 0 : 1
    hasNameserver = now
    return true
  }

  private static func inotify(_ files: Files) -> Inotify? {
    files.areFollowed ? try? Inotify() : nil
  }

  private func isRelevant(_ event: Inotify.Event) -> Bool {
    if event.events.contains(.overflow) { return true }
    guard let names = watches[event.watch], event.events != .ignored else { return false }
    return names.isEmpty || event.name.isEmpty || names.contains(event.name)
  }

  /// Whether a name server is configured; nil if that cannot be found out now, for want of descriptors or memory.
  private var answer: Bool? {
    mutating get {
      var texts: [String?] = []
      let answer = answer(&texts)
      if answer != nil { self.texts = texts }
      return answer
    }
  }

  private func answer(_ texts: inout [String?]) -> Bool? {
    var isShort = false
    func configuration(_ path: String) -> ResolverConfiguration? {
      do {
        let text = try SmallFile.text(path)
        texts.append(text)
        return ResolverConfiguration(text)
      } catch {
        texts.append(nil)
        isShort = isShort || error.errno.isShortage
        return nil
      }
    }
    let (file, uplinks) = (configuration(files.resolver), configuration(files.uplinks))
    if isShort { return nil }
    texts.append(try? SmallFile.text(files.nameServiceSwitch))
    let usesNSSResolve = texts.last?.map {
      ResolverConfiguration.usesNSSResolve($0)
    }
    return ResolverConfiguration.hasNameserver(
      file, uplinks: uplinks, usesNSSResolve: usesNSSResolve ?? false)
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
    isBlind = false
    for (path, names) in places {
      guard let watch = inotify?.watch(path, names.isEmpty ? .content : .names) else {
        // What is missing or must not be read is no fault of ours.
        isBlind = isBlind || [.noSpace, .noMemory].contains(Errno.current)
        continue
      }
      now[watch, default: []].formUnion(names)
    }
    for watch in watches.keys where now[watch] == nil { inotify?.unwatch(watch) }
    watches = now
  }

  /// What is to be watched now: folders with the names in them that matter, files with none.
  private var places: [String: Set<String>] {
    var places: [String: Set<String>] = [:]
    for file in [files.resolver, files.uplinks] { Self.follow(file, &places) }
    return places
  }

  /// Goes the way of a path as the kernel does. What matters on it: every link, be it to a folder (a volume
  /// of Kubernetes changes only such a one), the first name that is missing, and the last.
  private static func follow(_ path: String, _ places: inout [String: Set<String>]) {
    var folder = path.hasPrefix("/") ? "/" : "."
    var names = path.split(separator: "/").map(String.init)[...]
    // The kernel follows no more than 40 links (path_resolution(7)).
    var links = 0
    while links <= 40, let name = names.popFirst() {
      let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if let target = SmallFile.target(ofLink: place) {
        places[folder, default: []].insert(name)
        if target.hasPrefix("/") { folder = "/" }
        names = target.split(separator: "/").map(String.init) + names
        links += 1
      } else if names.isEmpty || !SmallFile.exists(place) {
        places[folder, default: []].insert(name)
        if names.isEmpty, SmallFile.exists(place) { places[place] = [] }
        return
      } else {
        folder = place
      }
    }
  }
}
