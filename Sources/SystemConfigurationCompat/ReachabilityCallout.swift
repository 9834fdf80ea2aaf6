import CoreFoundation

/// What a target calls. Whoever is about to call holds this, so that what it needs stays until the call is over.
package final class ReachabilityCallout: Sendable {
  private let body: @Sendable (SCNetworkReachability, SCNetworkReachabilityFlags) -> Void
  private let context: KeptContext?

  /// Calls `body`.
  package init(_ body: @escaping @Sendable (SCNetworkReachability, SCNetworkReachabilityFlags) -> Void) {
    self.body = body
    context = nil
  }

  /// Calls `callback` with the `info` of the context, which is retained as the context says.
  init(_ function: CFunction, _ context: SCNetworkReachabilityContext?) {
    let kept = context.map(KeptContext.init)
    self.context = kept
    body = { unsafe function.call($0, $1, kept?.info) }
  }

  func call(_ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags) { body(target, flags) }

  /// What the context says of itself.
  var contextDescription: String? { context?.description }
}

/// What stands for a pointer to a function of C's, and captures nothing as such.
///
/// Unchecked: not asked to be `Sendable`, since Swift 5 does not know that plain functions are.
@safe struct CFunction: @unchecked Sendable {
  let call: (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void

  init(
    _ call: @escaping (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void
  ) {
    unsafe self.call = call
  }
}

/// A context that was retained and is released when this goes.
///
/// Unchecked: nothing in it changes; what `info` points to is the business of whoever gave it, as in C.
@safe private final class KeptContext: @unchecked Sendable {
  let info: UnsafeMutableRawPointer?
  private let context: SCNetworkReachabilityContext

  init(_ context: SCNetworkReachabilityContext) {
    self.context = context
    if let info = unsafe context.info, let retain = unsafe context.retain {
      unsafe self.info = UnsafeMutableRawPointer(mutating: retain(info))
    } else {
      unsafe info = context.info
    }
  }

  deinit {
    if let info = unsafe info, let release = unsafe context.release { unsafe release(info) }
  }

  var description: String? {
    guard let info = unsafe info, let describe = unsafe context.copyDescription else { return nil }
    let text = unsafe describe(info).takeRetainedValue()
    var bytes = [UInt8](repeating: 0, count: CFStringGetLength(text) * 4 + 1)
    var used: CFIndex = 0
    _ = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe CFStringGetBytes(
        text, CFRange(location: 0, length: CFStringGetLength(text)),
        CFStringBuiltInEncodings.UTF8.rawValue, 0x3F, false, bytes.baseAddress, bytes.count, &used)
    }
    return String(decoding: bytes.prefix(used), as: UTF8.self)
  }
}
