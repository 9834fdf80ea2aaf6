import Glibc
import Synchronization

/// The benchmark harness's log, a file that it maps too: a header of eight words (records that fit, records so
/// far, overruns, start, first answer, dumps repeated, two unused), then records of a time and a kind.
///
/// Unchecked: written by one thread at a time, the monitor's queue.
@safe struct EventLog: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt64>

  init() {
    guard let path = unsafe getenv("BENCH_LOG") else {
      unsafe words = .allocate(capacity: 8)
      unsafe words.initialize(repeating: 0, count: 8)
      return
    }
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0,
      let memory = unsafe mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { fatalError("BENCH_LOG cannot be mapped") }
    close(descriptor)
    unsafe words = memory.assumingMemoryBound(to: UInt64.self)
  }

  static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A path came: satisfied or not.
  func add(_ isUp: Bool) {
    let now = Self.now
    let count = unsafe words[1]
    if unsafe words[4] == 0 { unsafe words[4] = now }
    if unsafe count < words[0] {
      unsafe words[8 + Int(count) * 2] = now
      unsafe words[9 + Int(count) * 2] = isUp ? 1 : 0
    }
    unsafe words[1] = count + 1
  }

  /// The first path is no event.
  func begin() {
    unsafe words[4] = Self.now
  }
}
