import Dispatch
import PathMonitoring
import TestSupport
import Testing

extension Live {
  /// In a process of its own: other tests open files and begin threads as well.
  @Suite struct LeakTests {
    @Test("Ten thousand monitors, started and cancelled, leave no descriptor, no thread and no memory")
    func startAndCancel() async {
      await #expect(processExitsWith: .success) {
        let network = try Namespace()
        try network.shell("uplink v0 192.0.2.2/24 192.0.2.1")
        let backend = network.backend()
        let queue = DispatchQueue(label: "leak")
        func cycle(_ count: Int) throws {
          for number in 0..<count {
            let log = PathLog()
            let monitor = PathMonitor(backend: backend)
            monitor.pathUpdateHandler = log.hear
            monitor.start(queue: queue)
            // Half of them are cancelled before the backend's thread has got anywhere.
            if number.isMultiple(of: 2) { _ = try log.next() }
            monitor.cancel()
            #expect(monitor.failure == nil)
          }
        }
        let before = ProcessUse.now
        try cycle(cycles(1000))
        queue.sync {}
        #expect(eventually { network.threads(named: "pathmonitor") == 0 })
        #expect(eventually { ProcessUse.now.descriptors == before.descriptors }, "\(ProcessUse.now)")
        let warm = ProcessUse.now

        try cycle(cycles(9000))
        queue.sync {}
        #expect(eventually { network.threads(named: "pathmonitor") == 0 })
        #expect(eventually { ProcessUse.now.descriptors == before.descriptors }, "\(ProcessUse.now)")
        // Dispatch's own threads come and go; none stays that is not there after the first thousand.
        #expect(eventually { ProcessUse.now.threads <= warm.threads }, "\(warm), \(ProcessUse.now)")
        // Leaks of 9,000 of the smallest blocks that malloc has would be 288,000 bytes. The threads' arenas
        // keep some tens of thousands in caches, which count as not freed.
        #expect(ProcessUse.now.memory - warm.memory < 250_000, "\(warm), \(ProcessUse.now)")
      }
    }
  }
}
