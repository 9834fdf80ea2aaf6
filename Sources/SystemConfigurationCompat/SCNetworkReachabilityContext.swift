public import CoreFoundation

/// What is called when something changes: the target, its flags, and the `info` of the context.
///
/// On Apple's systems a pointer to a C function, which Swift cannot have here, since the target is a class of
/// Swift's. Closures that capture nothing and global functions are given as there; `@convention(c)` must not be
/// written.
public typealias SCNetworkReachabilityCallBack =
  @Sendable (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void

/// What comes with a callback, and how it is kept.
@safe public struct SCNetworkReachabilityContext {
  /// 0, the only one there is.
  public var version: CFIndex
  /// Handed to the callback.
  public var info: UnsafeMutableRawPointer?
  /// Called once when the callback is set, with `info`; what it returns is the `info` from then on.
  public var retain: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?
  /// Called once when the callback has been replaced, or the target goes, and no call is under way.
  public var release: (@convention(c) (UnsafeRawPointer) -> Void)?
  /// Tells in words what `info` is, for the target's `debugDescription`.
  public var copyDescription: (@convention(c) (UnsafeRawPointer) -> Unmanaged<CFString>)?

  /// Makes a context without anything.
  public init() {
    unsafe self.init(version: 0, info: nil, retain: nil, release: nil, copyDescription: nil)
  }

  /// Makes a context.
  ///
  /// - Parameters:
  ///   - version: 0.
  ///   - info: what is handed to the callback.
  ///   - retain: keeps `info`.
  ///   - release: lets go of it.
  ///   - copyDescription: tells what it is.
  public init(
    version: CFIndex, info: UnsafeMutableRawPointer?,
    retain: (@convention(c) (UnsafeRawPointer) -> UnsafeRawPointer)?,
    release: (@convention(c) (UnsafeRawPointer) -> Void)?,
    copyDescription: (@convention(c) (UnsafeRawPointer) -> Unmanaged<CFString>)?
  ) {
    self.version = version
    unsafe self.info = info
    unsafe self.retain = retain
    unsafe self.release = release
    unsafe self.copyDescription = copyDescription
  }
}
