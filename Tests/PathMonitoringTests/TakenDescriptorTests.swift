import Glibc
import Netlink
import Testing

@testable import PathMonitoring

/// A program that closes all descriptors closes the library's, and what it opens next gets their numbers: that
/// is not ours to write to, to read or to close.
@Suite struct TakenDescriptorTests {
  /// A pipe of the program's, one end of which takes the place of a descriptor.
  private struct Stranger: ~Copyable {
    let reading: CInt
    let writing: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      let isMade = unsafe pipe(&ends) == 0
      try #require(isMade)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      close(writing)
    }

    func take(_ number: CInt) { #expect(dup2(writing, number) == number) }

    /// Gives the place back; whether it was still the program's.
    func leave(_ number: CInt) -> Bool {
      guard FileIdentity(of: number) == FileIdentity(of: writing) else { return false }
      return close(number) == 0
    }

    var wasWrittenTo: Bool {
      var byte: UInt8 = 0
      return unsafe read(reading, &byte, 1) > 0
    }
  }

  @Test func whoIsWokenIsNobodyElse() throws {
    let stranger = try Stranger()
    var wakeUp: WakeUp? = WakeUp()
    let number = try #require(try wakeUp?.opened())
    #expect(wakeUp?.canWake == true)
    stranger.take(number)
    wakeUp?.signal()
    #expect(wakeUp?.canWake == false, "who waits for the old one hears nothing")
    let again = try #require(try wakeUp?.opened())
    #expect(again != number)
    #expect(wakeUp?.canWake == true)
    var entry = pollfd(fd: again, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&entry, 1, 0)
    #expect(ready == 1, "what was signalled stays so")
    wakeUp = nil
    let (isLeft, isWritten) = (stranger.leave(number), stranger.wasWrittenTo)
    #expect(isLeft && !isWritten)
  }

  @Test func whatIsKeptIsClosedOnlyIfItIsTheSame() throws {
    let stranger = try Stranger()
    let number: CInt
    do {
      let kept = try OwnedDescriptor(unsafe open("/dev/null", O_RDONLY), isKept: true, by: "open")
      number = kept.number
      let before = kept.isOpen
      stranger.take(number)
      let after = kept.isOpen
      #expect(before && !after)
    }
    let isLeft = stranger.leave(number)
    #expect(isLeft)
  }

  @Test func netlinkIsNotSentToAnybodyElse() throws {
    let stranger = try Stranger()
    let number: CInt
    do {
      let socket = try NetlinkSocket()
      number = socket.descriptor
      let before = socket.isOpen
      stranger.take(number)
      let after = socket.isOpen
      #expect(before && !after)
      #expect(throws: SystemError("send to netlink", .badDescriptor)) { try socket.send([0]) }
    }
    let isLeft = stranger.leave(number)
    #expect(isLeft)
  }

  @Test func theResolverIsWatchedAnew() throws {
    let stranger = try Stranger()
    var watch = ResolverWatch()
    let number = watch.number
    try #require(number >= 0, "inotify is refused here")
    stranger.take(number)
    _ = watch.update()
    let (isFollowing, again) = (watch.isFollowing, watch.number)
    #expect(isFollowing && again != number)
    let isLeft = stranger.leave(number)
    #expect(isLeft)
  }
}
