public import CoreFoundation
import Foundation

// The numbers that Apple's functions leave for SCError, as far as those of reachability do.

/// Nothing went wrong.
public let kSCStatusOK = 0
/// It went wrong for a reason that has no number of its own.
public let kSCStatusFailed = 1001
/// An argument cannot be used: an address of another family, a target that is scheduled already or not at all.
public let kSCStatusInvalidArgument = 1002
/// The program may not do that. Never left on Linux.
public let kSCStatusAccessError = 1003
/// What was asked for is not there. Never left on Linux.
public let kSCStatusNoKey = 1004
/// Nothing is known of the network, since the backend has not said anything in time.
public let kSCStatusReachabilityUnknown = 4001

/// The domain of the errors that `SCCopyLastError()` makes.
public var kCFErrorDomainSystemConfiguration: CFString {
  unsafe CFStringCreateWithCString(nil, LastStatus.domain, CFStringBuiltInEncodings.UTF8.rawValue)
}

/// What the last function of this module that was called on this thread, and failed, left: `kSCStatus…`.
public func SCError() -> Int32 { LastStatus.current }

/// A status in words, which stay for ever.
public func SCErrorString(_ status: Int32) -> UnsafePointer<CChar> { unsafe LastStatus.words(status) }

/// What `SCError()` says, as an error of CoreFoundation's.
public func SCCopyLastError() -> CFError {
  CFErrorCreate(nil, kCFErrorDomainSystemConfiguration, CFIndex(LastStatus.current), nil)
}

/// The status that each thread keeps.
enum LastStatus {
  static let domain = "com.apple.SystemConfiguration"
  private static let key = "SystemConfigurationCompat.status"

  static var current: Int32 {
    (Thread.current.threadDictionary[key] as? Int32) ?? 0
  }

  /// Keeps why a function fails, and gives what it is to return.
  static func fail(_ status: Int) -> Bool {
    Thread.current.threadDictionary[key] = Int32(truncatingIfNeeded: status)
    return false
  }

  static func words(_ status: Int32) -> UnsafePointer<CChar> {
    let words: StaticString =
      switch Int(status) {
      case kSCStatusOK: "Success!"
      case kSCStatusFailed: "Failed!"
      case kSCStatusInvalidArgument: "Invalid argument"
      case kSCStatusAccessError: "Permission denied"
      case kSCStatusNoKey: "No such key"
      case kSCStatusReachabilityUnknown: "Network reachability cannot be determined"
      default: "Unknown error"
      }
    return unsafe UnsafeRawPointer(words.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
