internal import Glibc

/// The file behind a descriptor.
///
/// A program that closes all descriptors (closefrom(3), close_range(2)) closes those of its libraries, and what
/// it opens next gets their numbers. Whoever keeps a descriptor compares before it is used or closed: else
/// what is the program's would be written to, read, connected or closed. Sockets have an identity of their own;
/// eventfd(2) and inotify(7) share one with their like, so that they are not told from another of those.
package struct FileIdentity: Hashable, Sendable {
  private var device: UInt64
  private var inode: UInt64
  private var mode: UInt32

  /// Nil if nothing is open there, or the system does not tell.
  package init?(of descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = UInt32(status.st_mode)
  }
}
