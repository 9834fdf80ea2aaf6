/// Why an exchange with the kernel failed.
package enum NetlinkError: Error, Hashable, CustomStringConvertible {
  /// A system call failed.
  case system(SystemError)
  /// The kernel refused the request named; with its own words where it has some.
  case refused(request: String, Errno, text: String?)
  /// No reply came to the request named in the time given.
  case timedOut(request: String)
  /// The socket's buffer overflowed while the replies to the request named came in.
  case overrun(request: String)
  /// A reply was larger than the buffer.
  case truncated(request: String)
  /// The kernel's bytes do not make sense.
  case malformed(NetlinkDecodeError)

  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .refused(let request, let errno, let text):
      "netlink \(request) refused: \(text.map { "\($0): " } ?? "")\(errno)"
    case .timedOut(let request): "netlink \(request): no answer in time"
    case .overrun(let request): "netlink \(request): receive buffer overrun"
    case .truncated(let request): "netlink \(request): answer larger than the buffer"
    case .malformed(let error): "\(error)"
    }
  }
}
