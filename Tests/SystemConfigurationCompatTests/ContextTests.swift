import PathMonitoring
import SystemConfigurationCompat
import TestSupport
import Testing

/// The context of a callback is kept and let go of as it says.
@Suite struct ContextTests {
  /// What a program hands over as `info`.
  private final class Info: Sendable {
    let retains = Lock(0)
    let releases = Lock(0)
    let log = CallLog()
  }

  private func context(_ info: Info) -> SCNetworkReachabilityContext {
    unsafe SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(info).toOpaque(),
      retain: { info in
        unsafe Unmanaged<Info>.fromOpaque(info).retain().takeUnretainedValue().retains.withLock { $0 += 1 }
        return unsafe info
      },
      release: { info in
        let unmanaged = unsafe Unmanaged<Info>.fromOpaque(info)
        unsafe unmanaged.takeUnretainedValue().releases.withLock { $0 += 1 }
        unsafe unmanaged.release()
      },
      copyDescription: { _ in
        unsafe Unmanaged.passRetained(
          CFStringCreateWithCString(nil, "the infö", CFStringBuiltInEncodings.UTF8.rawValue))
      })
  }

  @Test func infoIsRetainedOnceAndReleasedWhenItIsReplaced() throws {
    let info = Info()
    let (backend, resolver) = (ScriptedBackend(.online()), ScriptedResolver())
    var target = SCNetworkReachability.make("example.org", .init(backend: backend, resolver: resolver))
    let callback: SCNetworkReachabilityCallBack = { _, flags, info in
      guard let info = unsafe info else { return }
      unsafe Unmanaged<Info>.fromOpaque(info).takeUnretainedValue().log.add(flags)
    }
    for count in 1...3 {
      var context = context(info)
      unsafe SCNetworkReachabilitySetCallback(try #require(target), callback, &context)
      #expect(info.retains.withLock { $0 } == count && info.releases.withLock { $0 } == count - 1)
    }
    #expect(target?.debugDescription.contains("the infö") == true)
    #expect(SCNetworkReachabilitySetDispatchQueue(try #require(target), DispatchQueue(label: "context")))
    resolver.answer("198.51.100.1")
    #expect(info.log.next() == [.reachable])
    SCNetworkReachabilitySetDispatchQueue(try #require(target), nil)
    target = nil
    #expect(eventually { info.releases.withLock { $0 } == 3 })
  }

  @Test func callbackNeedsNoContext() throws {
    let target = try #require(
      SCNetworkReachability.make("192.0.2.9", .init(backend: ScriptedBackend(.online()))))
    let callback: SCNetworkReachabilityCallBack = { _, _, _ in }
    var context = SCNetworkReachabilityContext()
    let isSet = unsafe [
      SCNetworkReachabilitySetCallback(target, callback, nil),
      SCNetworkReachabilitySetCallback(target, callback, &context),
      SCNetworkReachabilitySetCallback(target, nil, nil),
    ]
    #expect(isSet == [true, true, true])
  }
}
