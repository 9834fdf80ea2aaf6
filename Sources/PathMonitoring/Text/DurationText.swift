/// Spans of time as people write them: `500ms`, `2s`, `1m30s`, `1.5s`.
package enum DurationText {
  /// What a span may be at the most: ten years, which no sum of a few can overflow with.
  package static let limit: Duration = .seconds(10 * 365 * 86_400)

  /// The units, the largest first, with their lengths in nanoseconds.
  private static let units: [(name: String, length: Int)] = [
    ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000),
    ("ns", 1),
  ]

  /// How a span is written, for messages.
  package static let help = #"a number and a unit, such as "500ms", "2s" or "1m30s""#

  /// The span that `text` names; nil if it names none, or one beyond ten years.
  ///
  /// One or more numbers, each with a unit of `h`, `m`, `s`, `ms`, `us` and `ns`, the larger units first and
  /// each once. A number may have a fraction of up to nine digits.
  package static func parse(_ text: String) -> Duration? {
    var rest = text[...]
    var units = units[...]
    var sum = Duration.zero
    repeat {
      let whole = digits(&rest)
      var fraction: Substring = ""
      if rest.first == "." {
        rest.removeFirst()
        fraction = digits(&rest)
        if fraction.isEmpty { return nil }
      }
      let name = rest.prefix { $0.isASCII && $0.isLetter }
      rest.removeFirst(name.count)
      guard let place = units.firstIndex(where: { $0.name == name }),
        let part = span(whole, fraction, units[place].length)
      else { return nil }
      units = units[(place + 1)...]
      sum += part
      if sum > limit { return nil }
    } while !rest.isEmpty
    return sum
  }

  /// The span as `parse` reads it, to the nanosecond; that of nothing is `0s`.
  package static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = min(max(duration, .zero), limit).components
    var left = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    var text = ""
    for unit in units where left >= unit.length {
      text += "\(left / unit.length)\(unit.name)"
      left %= unit.length
    }
    return text.isEmpty ? "0s" : text
  }

  private static func digits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest.removeFirst(digits.count)
    return digits
  }

  private static func span(_ whole: Substring, _ fraction: Substring, _ length: Int) -> Duration? {
    // Twelve digits of the smallest unit that matters stay far within 64 bits.
    guard !whole.isEmpty, fraction.count <= 9, let count = Int(whole), count <= 1_000_000_000_000 else {
      return nil
    }
    var span = Duration.nanoseconds(length) * count
    if let numerator = Int(fraction) {
      let denominator = (0..<fraction.count).reduce(1) { product, _ in product * 10 }
      span += Duration.nanoseconds(length) * numerator / denominator
    }
    return span
  }
}
