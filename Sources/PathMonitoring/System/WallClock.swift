internal import CLinuxHeaders
internal import Glibc

/// The time of day, for output.
package enum WallClock {
  /// Now, by RFC 3339 in UTC with milliseconds: `2026-11-30T05:33:53.125Z`.
  package static var timestamp: String {
    var (time, milliseconds) = now
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    return unsafe format(parts, "%Y-%m-%dT%H:%M:%S") + fraction(milliseconds) + "Z"
  }

  /// Now, as a clock on the wall shows it, with milliseconds: `05:33:53.125`.
  package static var timeOfDay: String {
    var (time, milliseconds) = now
    var parts = unsafe tm()
    unsafe localtime_r(&time, &parts)
    return unsafe format(parts, "%H:%M:%S") + fraction(milliseconds)
  }

  private static var now: (seconds: time_t, milliseconds: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return (time.tv_sec, time.tv_nsec / 1_000_000)
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
