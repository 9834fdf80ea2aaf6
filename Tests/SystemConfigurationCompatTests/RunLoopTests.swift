import PathMonitoring
import SystemConfigurationCompat
import TestSupport
import Testing

/// Calls by run loops.
@Suite struct RunLoopTests {
  private let resolver = ScriptedResolver()
  private let backend = ScriptedBackend(.online("a"))
  private let log = CallLog()

  private func target(_ host: String) throws -> SCNetworkReachability {
    let target = try #require(SCNetworkReachability.make(host, .init(backend: backend, resolver: resolver)))
    target.log(log)
    return target
  }

  @Test(
    "A thread that is not the main one runs until its last target is unscheduled, and is the one that calls")
  func thread() async throws {
    let target = try target("example.org")
    let (log, ready) = (log, DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    target.setCallout(
      ReachabilityCallout { target, flags in
        #expect(Thread.current.threadDictionary["looping"] != nil)
        if flags.isEmpty {
          SCNetworkReachabilityUnscheduleFromRunLoop(
            target, CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue)
        }
        log.add(flags)
      })
    Thread.detachNewThread {
      Thread.current.threadDictionary["looping"] = true
      #expect(
        SCNetworkReachabilityScheduleWithRunLoop(
          target, CFRunLoopGetCurrent(), CFRunLoopMode.defaultMode.rawValue))
      ready.signal()
      // Comes back when there is no source left.
      CFRunLoopRun()
      ended.signal()
    }
    let (backend, resolver) = (backend, resolver)
    await aside {
      ready.wait()
      resolver.answer("198.51.100.1")
      #expect(log.next() == [.reachable])
      backend.send(.offline)
      #expect(log.next() == [])
      #expect(ended.wait(timeout: .now() + patience) == .success)
      backend.send(.online())
    }
    #expect(log.all == [[.reachable], []])
  }

  @Test("A thread may be scheduled from elsewhere, in the mode that it runs in")
  func elsewhere() async throws {
    let target = try target("example.org")
    let (log, resolver) = (log, resolver)
    let looping = Lock<Loop?>(nil)
    let ready = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      looping.withLock { $0 = Loop(loop: CFRunLoopGetCurrent()) }
      // Something to wait for, until the target is there.
      let timer = Timer(timeInterval: 1000, repeats: true) { _ in }
      RunLoop.current.add(timer, forMode: .default)
      ready.signal()
      CFRunLoopRun()
      timer.invalidate()
      done.signal()
    }
    await aside {
      ready.wait()
      guard let loop = looping.withLock({ $0 })?.loop else { return }
      #expect(
        SCNetworkReachabilityScheduleWithRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue))
      resolver.answer("198.51.100.1")
      #expect(log.next() == [.reachable])
      #expect(
        SCNetworkReachabilityUnscheduleFromRunLoop(target, loop, CFRunLoopMode.commonModes.rawValue))
      CFRunLoopStop(loop)
      #expect(done.wait(timeout: .now() + patience) == .success)
    }
  }

  /// Unchecked: CoreFoundation lets all threads use a run loop.
  private struct Loop: @unchecked Sendable {
    let loop: CFRunLoop
  }
}
