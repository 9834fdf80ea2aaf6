internal import Glibc

/// An error number of the system.
package struct Errno: RawRepresentable, Hashable, Sendable, Error, CustomStringConvertible {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// What the last failed call of this thread left.
  package static var current: Errno { Errno(rawValue: Glibc.errno) }

  package static var interrupted: Errno { Errno(rawValue: EINTR) }
  package static var wouldBlock: Errno { Errno(rawValue: EAGAIN) }
  package static var noBufferSpace: Errno { Errno(rawValue: ENOBUFS) }
  package static var notPermitted: Errno { Errno(rawValue: EPERM) }
  package static var accessDenied: Errno { Errno(rawValue: EACCES) }
  package static var noEntry: Errno { Errno(rawValue: ENOENT) }
  package static var invalidArgument: Errno { Errno(rawValue: EINVAL) }
  package static var networkUnreachable: Errno { Errno(rawValue: ENETUNREACH) }
  package static var hostUnreachable: Errno { Errno(rawValue: EHOSTUNREACH) }
  package static var tooManyFiles: Errno { Errno(rawValue: EMFILE) }
  package static var tooManyFilesInSystem: Errno { Errno(rawValue: ENFILE) }
  package static var noMemory: Errno { Errno(rawValue: ENOMEM) }
  package static var noDevice: Errno { Errno(rawValue: ENODEV) }
  package static var noSpace: Errno { Errno(rawValue: ENOSPC) }
  package static var exists: Errno { Errno(rawValue: EEXIST) }
  package static var badDescriptor: Errno { Errno(rawValue: EBADF) }
  package static var messageTooLong: Errno { Errno(rawValue: EMSGSIZE) }
  package static var cancelled: Errno { Errno(rawValue: ECANCELED) }
  package static var busy: Errno { Errno(rawValue: EBUSY) }

  /// The system's words for it, with the number.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    let text = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let start = buffer.baseAddress, unsafe strerror_r(rawValue, start, buffer.count) == 0 else {
        return nil
      }
      return unsafe String(cString: start)
    }
    return "\(text ?? "error") (errno \(rawValue))"
  }
}

/// A system call that failed: which, on what, and why.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The call and what it was made on, such as `open /etc/resolv.conf`.
  package var call: String
  package var errno: Errno

  package init(_ call: String, _ errno: Errno = .current) {
    self.call = call
    self.errno = errno
  }

  package var description: String { "\(call): \(errno)" }
}
