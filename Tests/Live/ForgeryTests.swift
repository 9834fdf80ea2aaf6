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

    @Test(
      "A flood of forged, damaged and senseless messages to both sockets changes nothing, and hides nothing")
    func flood() throws {
      let network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "forgery"))
      defer { monitor.cancel() }
      let index = try #require(try log.next().availableInterfaces.first?.index)
      let sockets = network.netlinkSockets
      let intruder = try network.run { try ForeignSocket() }
      var random = SplitMix64(seed: 7)
      var sent = 0
      for trial in 1...trials(2) {
        for number in 0..<1000 {
          var message = forgedDeletion(ofLink: UInt32(index))
          switch UInt8.random(in: 0...3, using: &random) {
          // A reply or the end of a dump, with a sequence that may be guessed.
          case 0: message[4] = UInt8.random(in: 1...4, using: &random)
          // A length of nothing, of too little or of too much.
          case 1: message[0] = UInt8.random(in: 0...255, using: &random)
          case 2:
            message = (0..<Int.random(in: 1...4000, using: &random)).map {
              UInt8(truncatingIfNeeded: $0 &* 7)
            }
          default: break
          }
          if message.count >= 16 { message[8] = UInt8.random(in: 0...255, using: &random) }
          // The socket for questions is read only when one is asked: more than it has room for would be waited for.
          for socket in sockets where socket.isListening || number < 20 {
            try intruder.send(message, to: socket.port)
            sent += 1
          }
          try intruder.send(message, to: 0, groups: 1 << UInt32(number % 31))
          sent += 1
        }
        let router = 10 + trial % 90
        try network.shell("ip route replace default via 192.0.2.\(router) dev v0")
        try log.next(where: { $0.gateways == [gateway(router)] })
      }
      #expect(sent == trials(2) * 2020)
      #expect(log.all.allSatisfy { $0.ways == ["v0"] } && monitor.failure == nil)
    }

    /// RTM_DELLINK, as the kernel would send it.
    private func forgedDeletion(ofLink index: UInt32) -> [UInt8] {
      // nlmsghdr: length, type and flags, sequence, port; ifinfomsg: family and device type, index, flags, mask.
      let words: [UInt32] = [32, 17, 0, 0, 1 << 16, index, 0, .max]
      return words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
    }
  }
}
