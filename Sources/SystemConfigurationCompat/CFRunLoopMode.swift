public import CoreFoundation

// On Apple's systems a mode is a type around a CFString. On Linux it is the CFString.

extension CFRunLoopMode {
  /// `kCFRunLoopDefaultMode`
  public static var defaultMode: CFRunLoopMode { kCFRunLoopDefaultMode }
  /// `kCFRunLoopCommonModes`
  public static var commonModes: CFRunLoopMode { kCFRunLoopCommonModes }
  /// The mode itself.
  public var rawValue: CFString { self }
}
