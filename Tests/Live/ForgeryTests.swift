import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct ForgeryTests {
    @Test("What another program sends in the kernel's name changes nothing")
    func forgedDeletion() throws {
      let network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "forgery"))
      let index = try #require(try log.next().availableInterfaces.first?.index)

      let ports = network.netlinkSockets.map(\.port)
      #expect(ports.count == 2)
      let intruder = try network.run { try ForeignSocket() }
      let deletion = forgedDeletion(ofLink: UInt32(index))
      for port in ports { try intruder.send(deletion, to: port) }
      // RTMGRP_LINK: to all who listen for links.
      try intruder.send(deletion, to: 0, groups: 1)

      // The link is there still, and the monitor works: had it believed, it would have told so before.
      try network.shell("uplink w0 198.51.100.2/24 198.51.100.1 metric 600")
      _ = try log.next()
      #expect(log.ways == [["v0"], ["v0", "w0"]])
      try network.shell("ip link del v0")
      #expect(try log.next().ways == ["w0"])
      monitor.cancel()
    }

    /// RTM_DELLINK, as the kernel would send it.
    private func forgedDeletion(ofLink index: UInt32) -> [UInt8] {
      // nlmsghdr: length, type and flags, sequence, port; ifinfomsg: family and device type, index, flags, mask.
      let words: [UInt32] = [32, 17, 0, 0, 1 << 16, index, 0, .max]
      return words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
    }
  }
}
