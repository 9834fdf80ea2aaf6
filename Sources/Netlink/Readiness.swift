internal import Glibc

/// Waits until one of a few descriptors can be read (poll(2)).
package struct Readiness: Sendable {
  private var bits: UInt8

  /// Whether a descriptor can be read, or has failed, which a read will tell; by its place among those waited for.
  package subscript(_ place: Int) -> Bool { bits & 1 << UInt8(place) != 0 }

  /// Waits, until `deadline` at most. A negative descriptor is passed over.
  package static func wait(
    _ first: CInt, _ second: CInt = -1, _ third: CInt = -1, _ fourth: CInt = -1,
    until deadline: ContinuousClock.Instant?
  ) throws(SystemError) -> Readiness {
    var entries: InlineArray<4, pollfd> = [
      .reading(first), .reading(second), .reading(third), .reading(fourth),
    ]
    while true {
      let milliseconds = deadline.map { ($0 - .now).wholeMilliseconds } ?? -1
      var span = entries.mutableSpan
      let count = unsafe span.withUnsafeMutableBufferPointer { entries in
        unsafe poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
      }
      if count >= 0 { break }
      guard Errno.current == .interrupted else { throw SystemError("poll") }
    }
    var bits: UInt8 = 0
    for place in 0..<4 where entries[place].revents != 0 { bits |= 1 << UInt8(place) }
    return Readiness(bits: bits)
  }
}

extension pollfd {
  fileprivate static func reading(_ descriptor: CInt) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
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
