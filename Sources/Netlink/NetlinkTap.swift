/// Hears every datagram that a socket sends, and every one of the kernel's that it receives. Called on the
/// thread that uses the socket.
package protocol NetlinkTap: AnyObject, Sendable {
  /// The socket has sent these messages to the kernel.
  func sent(_ bytes: borrowing Span<UInt8>)

  /// The kernel sent these messages to the socket.
  func received(_ bytes: borrowing Span<UInt8>)
}
