import Glibc
import Synchronization

/// What the program saw, in a file that whoever measures maps too: a header of eight words (records that fit,
/// records so far, overruns, start, first answer, dumps repeated, whether it waits to begin, one unused), then
/// records of a time, a kind (0 unsatisfied, 1 satisfied) and a spare, in the machine's byte order.
///
/// Overruns and dumps stay zero: the library neither tells of them nor has to. /proc/net/netlink counts what
/// its sockets dropped.
///
/// Unchecked: all words are atomic, and each record has one writer.
@safe struct EventLog: @unchecked Sendable {
  private static let header = 8
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let capacity: UInt64

  /// Maps the file that `BENCH_LOG` names; without it nothing is kept but the counts.
  init() {
    guard let path = unsafe getenv("BENCH_LOG") else {
      unsafe words = .allocate(capacity: Self.header)
      for word in 0..<Self.header { unsafe (words + word).initialize(to: Atomic(0)) }
      capacity = 0
      return
    }
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0,
      let memory = unsafe mmap(
        nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED | Int32(MAP_POPULATE), descriptor, 0),
      unsafe memory != MAP_FAILED
    else {
      unsafe perror("contender: BENCH_LOG cannot be mapped")
      exit(2)
    }
    close(descriptor)
    unsafe words = memory.assumingMemoryBound(to: Atomic<UInt64>.self)
    capacity = unsafe words[0].load(ordering: .relaxed)
  }

  private static var now: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A path came after the first.
  func add(_ isUp: Bool) {
    let now = Self.now
    let index = unsafe words[1].wrappingAdd(1, ordering: .relaxed).oldValue
    guard index < capacity else { return }
    let record = Self.header + Int(index) * 2
    unsafe words[record].store(now, ordering: .relaxed)
    // Kind and spare are 32 bits each, the kind first.
    unsafe words[record + 1].store(UInt64(littleEndian: isUp ? 1 : 0), ordering: .relaxed)
  }

  /// The program waits to be told to begin.
  func hold() {
    unsafe words[6].store(1, ordering: .releasing)
  }

  /// All monitors have their first path.
  func begin() {
    unsafe words[4].store(Self.now, ordering: .releasing)
  }
}
