/// Patterns of names, as a shell has them: `*` stands for any number of characters, `?` for one.
enum NamePattern {
  /// Whether all of the name is as the pattern says, in a time of no more than the product of their lengths.
  static func matches(_ pattern: String, _ name: String) -> Bool {
    let (pattern, name) = (Array(pattern.unicodeScalars), Array(name.unicodeScalars))
    var (place, rest) = (0, 0)
    // The last star, and the first character that it does not stand for yet.
    var star: (place: Int, rest: Int)?
    while rest < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, rest)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[rest] {
        (place, rest) = (place + 1, rest + 1)
      } else if let last = star {
        // What an earlier star stands for need not be tried anew: the last one can take up all of it.
        star = (last.place, last.rest + 1)
        (place, rest) = (last.place + 1, last.rest + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
