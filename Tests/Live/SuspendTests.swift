import Glibc
import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

extension Live {
  /// Suspend, as its clocks would show it: no test sets the clocks of the machine.
  @Suite struct SuspendTests {
    /// The descriptor and the clocks of a system that a test suspends.
    private final class ScriptedClocks: Sendable {
      /// A pipe's.
      private let (reading, writing): (CInt, CInt)
      private let time = Lock(Duration.zero)

      init() {
        var ends: [CInt] = [-1, -1]
        _ = unsafe pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
      }

      deinit {
        close(reading)
        close(writing)
      }

      var source: SuspendWatch.Source {
        // The watch closes its own.
        SuspendWatch.Source(open: { dup(self.reading) }, suspended: { self.time.withLock { $0 } })
      }

      /// The distance between the clocks has jumped, `suspended` of it by a suspend.
      func jump(suspended: Duration) {
        time.withLock { $0 += suspended }
        var event: UInt64 = 1
        _ = unsafe write(writing, &event, MemoryLayout<UInt64>.size)
      }
    }

    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    @Test(
      "After suspend everything is read anew once, and told only if it differs; a clock that is set is not")
    func resume() throws {
      let network = network
      try network.run {
        let (clocks, dumps, wakeUp) = (ScriptedClocks(), DumpCounter(), WakeUp())
        var settings = NetlinkListener.Settings()
        settings.suspension = clocks.source
        settings.tap = dumps
        var listener = try NetlinkListener(settings, wakeUp)
        #expect(try listener.change()?.egresses.count == 1)
        #expect(dumps.count == 1)

        clocks.jump(suspended: .zero)
        try listener.wait(wakeUp)
        let afterClockSet = try listener.change()
        #expect(afterClockSet == nil && dumps.count == 1)

        clocks.jump(suspended: .seconds(3600))
        try listener.wait(wakeUp)
        let afterSleep = try listener.change()
        #expect(afterSleep == nil && dumps.count == 2)

        // A driver that does not tell what it lost: the message is taken away before the listener sees it.
        try network.shell("ip route del default")
        #expect(network.stealEvents() > 0)
        clocks.jump(suspended: .milliseconds(100))
        try listener.wait(wakeUp)
        #expect(try listener.change()?.egresses == [])
        #expect(dumps.count == 3)
      }
    }

    @Test("The system's own descriptor is quiet while nothing happens, and what it stands for can be asked")
    func system() throws {
      let watch = SuspendWatch()
      let (isHearing, number) = (watch.isHearing, watch.number)
      try #require(isHearing, "timerfd_create is refused here")
      var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&entry, 1, 0)
      #expect(ready == 0)
      let wasSuspended = watch.update()
      #expect(!wasSuspended)
    }

    @Test("Without the descriptor the clocks are looked at whenever something else happens")
    func refused() throws {
      let clocks = ScriptedClocks()
      let source = SuspendWatch.Source(
        open: { () throws(SystemError) in throw SystemError("timerfd_create", .tooManyFiles) },
        suspended: clocks.source.suspended)
      let watch = SuspendWatch(source)
      let (isHearing, number, before) = (watch.isHearing, watch.number, watch.update())
      #expect(!isHearing && number == -1 && !before)
      clocks.jump(suspended: .seconds(1))
      let (first, second) = (watch.update(), watch.update())
      #expect(first && !second)
    }
  }
}
