/// Other names for links, the same for the same name throughout.
struct NameBook {
  private var aliases: [String: String] = [:]
  private var taken: Set<String> = []
  private var count = 0

  /// What stands for a name; `link` and the index where that is known and free.
  mutating func alias(_ name: String, index: Int32? = nil) -> String {
    // The kernel's own name of a thing that is everywhere.
    if name == "lo" || name.isEmpty { return name }
    if let alias = aliases[name] { return alias }
    var alias = index.map { "link\($0)" } ?? ""
    while alias.isEmpty || taken.contains(alias) {
      count += 1
      alias = "name\(count)"
    }
    taken.insert(alias)
    aliases[name] = alias
    return alias
  }
}
