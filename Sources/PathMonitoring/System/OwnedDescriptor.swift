internal import Glibc
internal import Netlink

/// A descriptor that is closed when its owner goes.
struct OwnedDescriptor: ~Copyable {
  /// The number; stays owned.
  let number: CInt

  /// Takes the result of a call that opens something, or throws what the call left in `errno`.
  init(_ number: CInt, by call: @autoclosure () -> String) throws(SystemError) {
    guard number >= 0 else { throw SystemError(call()) }
    self.number = number
  }

  deinit {
    Glibc.close(number)
  }
}
