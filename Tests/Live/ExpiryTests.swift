import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6"), "This kernel has no IPv6."))
  struct ExpiryTests {
    private let network: Namespace
    private let monitor: PathMonitor
    private let log = PathLog()

    init() throws {
      network = try Namespace()
      monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
    }

    @Test("IPv6 leaves the path when its route runs out, of which the kernel says nothing")
    func runsOut() throws {
      try network.shell(
        "uplink v0 192.0.2.2/24 192.0.2.1",
        "ip addr add 2001:db8::2/64 dev v0 nodad",
        "ip -6 route add default via fe80::1 dev v0 expires 2")
      monitor.start(queue: DispatchQueue(label: "expiry"))
      let first = try log.next()
      #expect(first.supportsIPv4 && first.supportsIPv6)
      let second = try log.next()
      #expect(second.supportsIPv4 && !second.supportsIPv6)
      #expect(second.ways == ["v0"])
      // The kernel's collection of what has run out comes later, if it has come at all: nothing more to tell.
      try network.shell("ip -6 route flush default", "ip route del default")
      #expect(try log.next().status == .unsatisfied)
      monitor.cancel()
    }

    @Test("A route that is renewed in time stays, and one that is not takes the path with it")
    func renewed() throws {
      try network.shell(
        "wire v0",
        "ip addr add 2001:db8::2/64 dev v0 nodad",
        "ip -6 route add default via fe80::1 dev v0 expires 600")
      monitor.start(queue: DispatchQueue(label: "expiry"))
      #expect(try log.next().supportsIPv6)
      try network.shell("ip -6 route replace default via fe80::1 dev v0 expires 1")
      #expect(try log.next().status == .unsatisfied)
      try network.shell("ip -6 route replace default via fe80::1 dev v0 expires 600")
      #expect(try log.next().supportsIPv6)
      monitor.cancel()
    }
  }
}
