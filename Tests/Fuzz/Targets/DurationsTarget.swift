import PathMonitoring

/// A span of time as people write it.
enum DurationsTarget {
  static func check(_ bytes: [UInt8]) throws {
    guard let duration = DurationText.parse(String(decoding: bytes, as: UTF8.self)) else { return }
    try Finding.unless((.zero...DurationText.limit).contains(duration), "out of range: \(duration)")
    // The text has no more than nanoseconds.
    let text = DurationText.text(duration)
    guard let again = DurationText.parse(text) else { throw Finding(description: "\(text) is not read") }
    try Finding.unless(
      again <= duration && duration - again < .nanoseconds(1), "\(duration) is written as \(text)")
    try Finding.unless(DurationText.text(again) == text, "\(text) is written in another way")
  }
}
