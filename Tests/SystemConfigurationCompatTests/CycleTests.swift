import ClassicReachability
import PathMonitoring
import TestSupport
import Testing

/// In a process of its own: other tests open files and begin threads as well.
@Suite struct CycleTests {
  @Test("Ten thousand targets, scheduled and not, leave no descriptor, no thread and no memory")
  func cycles() async {
    await #expect(processExitsWith: .success) {
      let network = try Namespace()
      try network.shell("ip link set lo up", "uplink v0 192.0.2.2/24 192.0.2.1")
      let environment = ReachabilityEnvironment(backend: network.backend())
      let queue = DispatchQueue(label: "cycle")
      func one(_ number: Int) throws {
        let host = ["192.0.2.9", "localhost", "0.0.0.0", "203.0.113.1"][number % 4]
        let log = CallLog()
        let target = try #require(SCNetworkReachability.make(host, environment))
        target.log(log)
        if number.isMultiple(of: 3) {
          let (loop, mode) = (CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue)
          #expect(SCNetworkReachabilityScheduleWithRunLoop(target, try #require(loop), mode))
          CFRunLoopRunInMode(mode, 0, true)
          #expect(SCNetworkReachabilityUnscheduleFromRunLoop(target, try #require(loop), mode))
        } else {
          #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
          if host == "localhost" { #expect(log.next()?.contains(.reachable) == true) }
          if number.isMultiple(of: 5) { #expect(target.flags != nil) }
          #expect(SCNetworkReachabilitySetDispatchQueue(target, nil))
        }
      }
      func cycle(_ count: Int) throws -> ProcessUse {
        for number in 0..<count { try one(number) }
        queue.sync {}
        #expect(eventually { network.threads(named: "pathmonitor") == 0 })
        return ProcessUse.now
      }
      // The run loop of a thread has descriptors of its own, from its first use on.
      let before = try cycle(12)
      let warm = try cycle(TestSupport.cycles(1000))
      #expect(eventually { ProcessUse.now.descriptors <= before.descriptors }, "\(before), \(ProcessUse.now)")
      _ = try cycle(TestSupport.cycles(9000))
      #expect(eventually { ProcessUse.now.descriptors <= before.descriptors }, "\(before), \(ProcessUse.now)")
      #expect(eventually { ProcessUse.now.threads <= warm.threads }, "\(warm), \(ProcessUse.now)")
      // Leaks of 9,000 of the smallest blocks that malloc has would be 288,000 bytes.
      #expect(eventually { ProcessUse.now.memory - warm.memory < 250_000 }, "\(warm), \(ProcessUse.now)")
    }
  }
}
