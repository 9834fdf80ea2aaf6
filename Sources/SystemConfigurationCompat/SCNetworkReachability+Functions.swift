public import CoreFoundation
public import Dispatch
public import Foundation
import PathMonitoring

// Apple's functions. Those that can fail return nil or false and leave the reason for SCError().

/// Makes a target of an address: 0.0.0.0 for any network, 169.254.0.0 for the local one.
///
/// - Parameters:
///   - allocator: passed over.
///   - address: an IPv4 or IPv6 socket address.
/// - Returns: the target; nil if the address is of another family.
public func SCNetworkReachabilityCreateWithAddress(
  _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? {
  guard let host = unsafe NetworkEndpoint.Host(address) else { return invalid() }
  return SCNetworkReachability(ReachabilityTarget(host))
}

/// Makes a target of an address as reached from an address of this host's. Without the one it is the other that
/// counts; an own address that this host does not have is not reachable.
///
/// - Parameters:
///   - allocator: passed over.
///   - localAddress: an address of this host's, or nil.
///   - remoteAddress: the address to be reached, or nil.
/// - Returns: the target; nil if both are nil, or one is neither IPv4 nor IPv6.
public func SCNetworkReachabilityCreateWithAddressPair(
  _ allocator: CFAllocator?, _ localAddress: UnsafePointer<sockaddr>?,
  _ remoteAddress: UnsafePointer<sockaddr>?
) -> SCNetworkReachability? {
  let local = unsafe localAddress.flatMap { unsafe NetworkEndpoint.Host($0) }
  let remote = unsafe remoteAddress.flatMap { unsafe NetworkEndpoint.Host($0) }
  // An address that is there must be one that is understood.
  guard unsafe (local == nil) == (localAddress == nil), unsafe (remote == nil) == (remoteAddress == nil)
  else {
    return invalid()
  }
  switch (local, remote) {
  case (nil, nil): return invalid()
  case (nil, let remote?): return SCNetworkReachability(ReachabilityTarget(remote))
  case (let local?, let remote): return SCNetworkReachability(.pair(local: local, remote: remote))
  }
}

/// Makes a target of a name. One that is an address in digits counts as that address.
///
/// - Parameters:
///   - allocator: passed over.
///   - nodename: the name.
/// - Returns: the target; nil if the name is empty.
public func SCNetworkReachabilityCreateWithName(
  _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? {
  guard let target = unsafe ReachabilityTarget(text: String(cString: nodename)) else { return invalid() }
  return SCNetworkReachability(target)
}

/// A number that stands for the type, the same throughout one run of the program.
public func SCNetworkReachabilityGetTypeID() -> CFTypeID {
  CFTypeID(bitPattern: ObjectIdentifier(SCNetworkReachability.self).hashValue)
}

/// Tells the flags of a target.
///
/// Those of one that is scheduled are what is known of it. Otherwise they are found out, for which the thread waits
/// until the backend answers, which takes milliseconds, and ten seconds at the most. No name server is asked: a name
/// is taken to be reachable if there is a way to everywhere.
///
/// - Parameters:
///   - target: the target.
///   - flags: where the flags are put.
/// - Returns: whether they are known.
@discardableResult
public func SCNetworkReachabilityGetFlags(
  _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
  guard let observation = target.observe() else { return LastStatus.fail(kSCStatusReachabilityUnknown) }
  unsafe flags.pointee = observation.flags
  return true
}

/// Sets what is called when the flags, the interface that packets leave by or the number of a name's addresses
/// change.
///
/// - Parameters:
///   - target: the target.
///   - callout: what is called; nil for nothing.
///   - context: what comes with it, which is copied.
/// - Returns: true.
@discardableResult
public func SCNetworkReachabilitySetCallback(
  _ target: SCNetworkReachability,
  _ callout: sending ((SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
  guard let callout = unsafe callout else {
    target.setCallout(nil)
    return true
  }
  unsafe target.setCallout(ReachabilityCallout(CFunction(callout), context?.pointee))
  return true
}

/// Has calls made by a run loop, which must run in `runLoopMode`. A target of a name is called for its first answer;
/// one of an address only when something changes. It is kept until it is unscheduled.
///
/// - Parameters:
///   - target: the target.
///   - runLoop: a run loop, of any thread.
///   - runLoopMode: a mode of it.
/// - Returns: false if it is scheduled there already, or on a queue.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
  target.schedule(on: runLoop, runLoopMode) || LastStatus.fail(kSCStatusInvalidArgument)
}

/// Ends the calls by a run loop. None begins once this has returned, if it was called on that run loop's thread.
///
/// - Parameters:
///   - target: the target.
///   - runLoop: the run loop.
///   - runLoopMode: the mode.
/// - Returns: false if it is not scheduled there.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CFString
) -> Bool {
  target.unschedule(from: runLoop, runLoopMode) || LastStatus.fail(kSCStatusInvalidArgument)
}

/// Has calls made on a queue, one at a time, or ends them. A target of a name is called for its first answer; one of
/// an address only when something changes. It is kept until it is unscheduled.
///
/// - Parameters:
///   - target: the target.
///   - queue: the queue; nil to unschedule. No call begins once this has returned, if it was called on the queue.
/// - Returns: false if it is scheduled already, or, with nil, not on a queue.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(
  _ target: SCNetworkReachability, _ queue: DispatchQueue?
) -> Bool {
  (queue.map(target.schedule(on:)) ?? target.unscheduleFromQueue())
    || LastStatus.fail(kSCStatusInvalidArgument)
}

/// Leaves the reason why no target can be made.
private func invalid() -> SCNetworkReachability? {
  _ = LastStatus.fail(kSCStatusInvalidArgument)
  return nil
}
