internal import Glibc

/// Waits until one of a few descriptors can be read (poll(2)).
package enum Readiness {
  /// Which of `descriptors` can be read, or have failed, which a read will tell; none if `deadline` came
  /// first. A negative descriptor is passed over.
  package static func wait(
    _ descriptors: [CInt], until deadline: ContinuousClock.Instant?
  ) throws(SystemError) -> [Bool] {
    while true {
      var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let milliseconds = deadline.map { ($0 - .now).wholeMilliseconds } ?? -1
      if unsafe poll(&entries, nfds_t(entries.count), milliseconds) >= 0 {
        return entries.map { $0.revents != 0 }
      }
      guard Errno.current == .interrupted else { throw SystemError("poll") }
    }
  }
}

extension Duration {
  /// The time in milliseconds, rounded up, from 0 to what `poll` takes.
  var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return seconds > 2_000_000 ? 2_000_000_000 : Int32(clamping: seconds * 1000 + fraction)
  }
}
