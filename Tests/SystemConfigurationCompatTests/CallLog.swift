import Dispatch
import PathMonitoring
import SystemConfigurationCompat
import TestSupport

/// Keeps the calls of a target.
final class CallLog: Sendable {
  private struct State {
    var flags: [SCNetworkReachabilityFlags] = []
    var taken = 0
  }

  private let state = Lock(State())
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ flags: SCNetworkReachabilityFlags) {
    state.withLock { $0.flags.append(flags) }
    arrivals.signal()
  }

  /// All so far.
  var all: [SCNetworkReachabilityFlags] { state.withLock { $0.flags } }

  /// The next call, waited for; nil if none comes.
  func next() -> SCNetworkReachabilityFlags? {
    guard arrivals.wait(timeout: .now() + patience) == .success else { return nil }
    return state.withLock { state in
      defer { state.taken += 1 }
      return state.flags[state.taken]
    }
  }
}

extension SCNetworkReachability {
  /// The flags; nil if they are not known.
  var flags: SCNetworkReachabilityFlags? {
    var flags = SCNetworkReachabilityFlags()
    return unsafe SCNetworkReachabilityGetFlags(self, &flags) ? flags : nil
  }

  /// Has the calls kept.
  func log(_ log: CallLog) { setCallout(ReachabilityCallout { _, flags in log.add(flags) }) }

  /// A target that has its paths from a backend.
  static func make(
    _ host: String, _ environment: ReachabilityEnvironment
  ) -> SCNetworkReachability? {
    ReachabilityEnvironment.$current.withValue(environment) {
      unsafe SCNetworkReachabilityCreateWithName(nil, host)
    }
  }
}

/// Calls `body` with a socket address.
@safe func withIPv4<Result>(
  _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ body: (UnsafePointer<sockaddr>) -> Result
)
  -> Result
{
  var address = sockaddr_in()
  address.sin_len = UInt8(MemoryLayout.size(ofValue: address))
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = (UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)).bigEndian
  return unsafe withUnsafePointer(to: &address) { address in
    unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
  }
}
