/// Guesses which word was meant.
package enum Suggestion {
  /// `; did you mean "unplug"?` if a known word is near, and a list of all of them otherwise.
  package static func text(for word: String, among known: [String]) -> String {
    let near = known.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    if let near, near.1 <= max(1, near.0.count / 3) { return "; did you mean \"\(near.0)\"?" }
    if known.isEmpty { return "" }
    return "; it is one of \(known.joined(separator: ", "))"
  }

  /// How many letters are to be added, left out or changed, or neighbours swapped (Damerau's distance).
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.lowercased().prefix(64)), Array(right.lowercased().prefix(64)))
    var before: [Int] = []
    var above = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var best = min(above[column] + (letter == other ? 0 : 1), above[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, above) = (above, current)
    }
    return above[right.count]
  }
}
