import CTestSupport
import Dispatch
import Glibc
import TestSupport
import Testing

@testable import PathMonitoring

extension Live {
  /// A child that runs on without exec(3): it has copies of all descriptors, and none of the threads.
  @Suite struct ForkTests {
    @Test("A fork takes nothing from its parent, and a receiver that it adds has a thread of its own")
    func fork() throws {
      let network = try Namespace()
      try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
      let shared = NetlinkBackend.separate(resolver: "/nonexistent")
      let log = PathLog()
      let monitor = PathMonitor(backend: network.hosted(shared))
      monitor.pathUpdateHandler = log.hear
      monitor.start(queue: DispatchQueue(label: "fork"))
      defer { monitor.cancel() }
      #expect(try log.next().ways == ["v0"])

      for trial in 1...trials(10) {
        let child = network.run { Self.fork(shared) }
        try #require(child > 0)
        // The parent's messages are the parent's.
        let router = 10 + trial % 90
        try network.shell("ip route replace default via 192.0.2.\(router) dev v0")
        #expect(try log.next().gateways == [gateway(router)], "trial \(trial)")
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        #expect(status == 0, "trial \(trial): the child ended with \(status)")
      }
      try network.shell("ip route del default")
      #expect(try log.next().status == .unsatisfied)
    }

    /// Makes a child that ends with status 0 when the backend has told it of one egress.
    private static func fork(_ backend: NetlinkBackend) -> Int32 {
      var ends: [CInt] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return -1 }
      let (reading, writing) = (ends[0], ends[1])
      let child = fork_process()
      if child != 0 {
        close(reading)
        close(writing)
        return child
      }
      alarm(20)
      let session = backend.start(
        SnapshotReceiver { event in
          guard case .snapshot(let snapshot) = event else { return }
          var answer: UInt8 = snapshot.egresses.count == 1 ? 0 : 1
          _ = unsafe write(writing, &answer, 1)
        })
      var answer: UInt8 = 2
      while unsafe read(reading, &answer, 1) < 0, errno == EINTR {}
      session.stop()
      _exit(Int32(answer))
    }
  }
}
