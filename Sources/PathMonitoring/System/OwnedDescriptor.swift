internal import Glibc
internal import Netlink

/// A descriptor that is closed when its owner goes, unless somebody else has closed it since.
struct OwnedDescriptor: ~Copyable {
  /// The number; stays owned.
  let number: CInt
  private let identity: FileIdentity?
  private let isKept: Bool

  /// Takes the result of a call that opens something, or throws what the call left in `errno`. One that is kept
  /// for long remembers what it was opened on.
  init(_ number: CInt, isKept: Bool = false, by call: @autoclosure () -> String) throws(SystemError) {
    guard number >= 0 else { throw SystemError(call()) }
    self.number = number
    self.isKept = isKept
    identity = isKept ? FileIdentity(of: number) : nil
  }

  deinit {
    if isOpen { Glibc.close(number) }
  }

  /// Whether the number still means what was opened. Always so for one that is not kept.
  var isOpen: Bool { !isKept || FileIdentity(of: number) == identity }
}
