internal import CLinuxHeaders
internal import Glibc

/// The time of day, for output.
package enum WallClock {
  /// The time since 1970-01-01, 00:00 UTC, without leap seconds (`CLOCK_REALTIME`, clock_gettime(2)).
  package static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Now, by RFC 3339 in UTC with milliseconds: `2026-11-30T05:33:53.125Z`.
  package static var timestamp: String { timestamp(of: now) }

  /// Now, as a clock on the wall shows it, with milliseconds: `05:33:53.125`.
  package static var timeOfDay: String { timeOfDay(of: now) }

  /// A time since 1970, by RFC 3339 in UTC with milliseconds.
  package static func timestamp(of time: Duration) -> String {
    var (seconds, milliseconds) = split(time)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    return unsafe format(parts, "%Y-%m-%dT%H:%M:%S") + fraction(milliseconds) + "Z"
  }

  /// A time since 1970, as a clock on the wall shows it, with milliseconds.
  package static func timeOfDay(of time: Duration) -> String {
    var (seconds, milliseconds) = split(time)
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    return unsafe format(parts, "%H:%M:%S") + fraction(milliseconds)
  }

  private static func split(_ time: Duration) -> (seconds: time_t, milliseconds: Int) {
    let (seconds, attoseconds) = time.components
    return (time_t(seconds), Int(attoseconds / 1_000_000_000_000_000))
  }

  private static func fraction(_ milliseconds: Int) -> String {
    ".\(milliseconds / 100 % 10)\(milliseconds / 10 % 10)\(milliseconds % 10)"
  }

  @unsafe private static func format(_ parts: tm, _ format: String) -> String {
    var parts = unsafe parts
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
