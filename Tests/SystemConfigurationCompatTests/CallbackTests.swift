import PathMonitoring
import PathMonitoringTesting
import SystemConfigurationCompat
import TestSupport
import Testing

/// When a target calls, and when it does not.
@Suite struct CallbackTests {
  private let backend = ScriptedBackend(.online("a"))
  private let resolver = ScriptedResolver()
  private let clock = ManualClock()
  private let queue = DispatchQueue(label: "test")
  private let log = CallLog()

  private func target(_ host: String) throws -> SCNetworkReachability {
    let environment = ReachabilityEnvironment(backend: backend, clock: clock, resolver: resolver)
    let target = try #require(SCNetworkReachability.make(host, environment))
    target.log(log)
    return target
  }

  /// The way to 192.0.2.9, over one link or another.
  private func snapshot(_ place: DestinationRoute.Place, _ name: String = "a", index: Int = 2)
    -> NetworkSnapshot
  {
    var snapshot = NetworkSnapshot.online(name, index: index)
    snapshot.destinations = [
      "192.0.2.9": DestinationRoute(place, egresses: place == .unreachable ? [] : snapshot.egresses)
    ]
    return snapshot
  }

  @Test func addressIsToldOfChangesOnly() throws {
    backend.send(snapshot(.behindGateway))
    let target = try target("192.0.2.9")
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    #expect(target.flags == [.reachable])
    backend.send(snapshot(.onLink))
    #expect(log.next() == [.reachable, .isDirect])
    #expect(target.flags == [.reachable, .isDirect])
    // The path differs in what no flag tells.
    var other = snapshot(.onLink)
    other.hasNameserver = false
    backend.send(other)
    backend.send(snapshot(.onLink, "b", index: 3))
    #expect(log.next() == [.reachable, .isDirect], "another interface is told")
    backend.send(snapshot(.unreachable))
    #expect(log.next() == [])
    #expect(log.all.count == 3)
  }

  @Test func blockedQueueIsToldOnceWhatIsKnownThen() throws {
    backend.send(snapshot(.behindGateway))
    let target = try target("192.0.2.9")
    queue.suspend()
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    for _ in 0..<10_000 {
      backend.send(snapshot(.onLink))
      backend.send(snapshot(.behindGateway))
    }
    backend.send(snapshot(.unreachable))
    #expect(eventually { target.flags == [] })
    queue.resume()
    #expect(log.next() == [])
    queue.sync {}
    #expect(log.all.count == 1)
  }

  @Test func nameIsToldOnceAndThenOfChanges() throws {
    let target = try target("example.org")
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
    clock.advance(by: .seconds(60))
    var changed = NetworkSnapshot.online("a")
    changed.resolverVersion = 1
    backend.send(changed)
    resolver.answer("198.51.100.1", "198.51.100.2")
    #expect(log.next() == [.reachable], "another number of addresses is told")
    changed.resolverVersion = 2
    clock.advance(by: .seconds(60))
    backend.send(changed)
    resolver.answer()
    #expect(log.next() == [])
  }

  @Test func nameThatIsNeverResolvedIsNotReachable() throws {
    let target = try target("nowhere.invalid")
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    resolver.answer()
    #expect(log.next() == [])
    #expect(target.flags == [])
    clock.advance(by: .seconds(60))
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
  }

  @Test func whoAskedIsNotOwedAFirstCall() throws {
    backend.send(.offline)
    let target = try target("example.org")
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    #expect(target.flags == [])
    resolver.answer()
    backend.send(.online())
    clock.advance(by: .seconds(60))
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
    #expect(log.all.count == 1)
  }

  @Test func whatChangedBetweenTheQuestionAndTheScheduleIsTold() throws {
    backend.send(snapshot(.behindGateway))
    let target = try target("192.0.2.9")
    #expect(target.flags == [.reachable])
    backend.send(snapshot(.unreachable))
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    defer { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    #expect(log.next() == [])
  }

  @Test func oneScheduleIsEnough() throws {
    let target = try target("192.0.2.9")
    let loop = try #require(CFRunLoopGetCurrent())
    let (one, other) = (CFRunLoopMode.defaultMode.rawValue, CFRunLoopMode.commonModes.rawValue)
    #expect(!SCNetworkReachabilitySetDispatchQueue(target, nil))
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    #expect(!SCNetworkReachabilitySetDispatchQueue(target, queue))
    #expect(SCError() == kSCStatusInvalidArgument)
    #expect(!SCNetworkReachabilityScheduleWithRunLoop(target, loop, one))
    #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, one))
    #expect(SCNetworkReachabilitySetDispatchQueue(target, nil))
    #expect(SCNetworkReachabilityScheduleWithRunLoop(target, loop, one))
    #expect(!SCNetworkReachabilityScheduleWithRunLoop(target, loop, one))
    #expect(!SCNetworkReachabilitySetDispatchQueue(target, queue))
    #expect(!SCNetworkReachabilitySetDispatchQueue(target, nil))
    #expect(SCNetworkReachabilityScheduleWithRunLoop(target, loop, other), "another mode is another place")
    #expect(SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, one))
    #expect(SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, other))
    #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, other))
    #expect(backend.starts == 2 && backend.stops == 2)
  }

  @Test func targetIsKeptWhileItIsScheduledAndNoLonger() throws {
    weak var kept: SCNetworkReachability?
    try {
      let target = try target("example.org")
      kept = target
      #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    }()
    #expect(kept != nil)
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
    if let target = kept { SCNetworkReachabilitySetDispatchQueue(target, nil) }
    #expect(eventually { kept == nil })
    #expect(backend.stops == 1)
  }

  @Test func unschedulingWithinTheCallEndsTheCalls() throws {
    let target = try target("example.org")
    let log = log
    target.setCallout(
      ReachabilityCallout { target, flags in
        SCNetworkReachabilitySetDispatchQueue(target, nil)
        target.setCallout(nil)
        log.add(flags)
      })
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    resolver.answer("198.51.100.1")
    #expect(log.next() == [.reachable])
    backend.send(.offline)
    #expect(!SCNetworkReachabilitySetDispatchQueue(target, nil))
    // It may be scheduled again.
    target.log(log)
    #expect(SCNetworkReachabilitySetDispatchQueue(target, queue))
    clock.advance(by: .seconds(60))
    #expect(log.next() == [])
    SCNetworkReachabilitySetDispatchQueue(target, nil)
    queue.sync {}
    #expect(log.all.count == 2)
  }

  @Test func concurrentQueueCallsOneAtATimeInOrder() throws {
    let target = try target("192.0.2.9")
    let (inside, log) = (Lock(0), log)
    target.setCallout(
      ReachabilityCallout { _, flags in
        #expect(
          inside.withLock {
            $0 += 1; return $0
          } == 1)
        inside.withLock { $0 -= 1 }
        log.add(flags)
      })
    backend.send(snapshot(.behindGateway))
    #expect(target.flags == [.reachable])
    #expect(SCNetworkReachabilitySetDispatchQueue(target, DispatchQueue.global()))
    for _ in 0..<200 {
      backend.send(snapshot(.unreachable))
      #expect(log.next() == [])
      backend.send(snapshot(.onLink))
      #expect(log.next() == [.reachable, .isDirect])
    }
    SCNetworkReachabilitySetDispatchQueue(target, nil)
  }
}
