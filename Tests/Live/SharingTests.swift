import Dispatch
import Foundation
import PathMonitoring
import TestSupport
import Testing

extension Live {
  @Suite struct SharingTests {
    private let network: Namespace

    init() throws {
      network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
    }

    @Test("Sixteen monitors get a first path and every change, over one socket that listens and one thread")
    func sixteen() throws {
      let backend = network.backend()
      let monitors = (0..<16).map { _ in (monitor: PathMonitor(backend: backend), log: PathLog()) }
      // Half of them one after the other, half of them at once.
      for (number, (monitor, log)) in monitors.enumerated() {
        monitor.pathUpdateHandler = log.hear
        if number < 8 { monitor.start(queue: DispatchQueue(label: "sharing")) }
      }
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        monitors[8 + number].monitor.start(queue: DispatchQueue(label: "sharing"))
      }
      for (_, log) in monitors { #expect(try log.next().ways == ["v0"]) }
      #expect(network.netlinkSockets.count { $0.isListening } == 1)
      // A thread that Dispatch begins for a call bears the name of the one that asks for it, for a moment.
      #expect(eventually { network.threads(named: "pathmonitor") == 1 })
      // The other one asks, and hears nothing but answers.
      #expect(network.netlinkSockets.count == 2)

      try network.shell("ip route del default")
      for (_, log) in monitors { #expect(try log.next().status == .unsatisfied) }

      // They are there while a monitor is.
      for (monitor, _) in monitors.dropLast() { monitor.cancel() }
      try network.shell("ip route add default via 192.0.2.1 dev v0")
      #expect(try monitors[15].log.next().ways == ["v0"])
      for (_, log) in monitors.dropLast() { #expect(log.ways == [["v0"], []]) }
      monitors[15].monitor.cancel()
      #expect(eventually { network.netlinkSockets.isEmpty && network.threads(named: "pathmonitor") == 0 })
    }

    @Test("A monitor works beside a socket of somebody else's that has taken the process's own port")
    func takenPort() throws {
      let port = UInt32(ProcessInfo.processInfo.processIdentifier)
      let foreign = try network.run { try ForeignSocket(port: port) }
      let log = PathLog()
      let monitor = PathMonitor(backend: network.backend())
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "sharing"))
      #expect(try log.next().ways == ["v0"])
      #expect(monitor.backendDescription == "netlink")
      #expect(network.netlinkSockets.count == 3)
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
      monitor.cancel()
      withExtendedLifetime(foreign) {}
    }

    @Test("A monitor begins anew where the last one was cancelled")
    func again() throws {
      let backend = network.backend()
      for number in 2...10 {
        try network.shell("ip route replace default via 192.0.2.\(number) dev v0")
        let log = PathLog()
        let monitor = PathMonitor(backend: backend)
        monitor.pathUpdateHandler = log.hear
        monitor.start(queue: DispatchQueue(label: "sharing"))
        #expect(try log.next().gateways == [gateway(number)])
        monitor.cancel()
      }
    }
  }
}
