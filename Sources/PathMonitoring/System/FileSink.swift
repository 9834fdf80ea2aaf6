internal import Glibc
internal import Netlink

/// A file that is written piece by piece, each whole or not at all. For one thread at a time.
final class FileSink {
  /// Why a file could not be opened.
  enum Refusal: Error {
    /// There is a file, which is not to be replaced.
    case exists
    /// Another process, or another sink, writes to it.
    case busy
    case system(SystemError)
  }

  private let descriptor: OwnedDescriptor
  private let name: String

  /// Opens a file for its owner only, or (`-`) the standard output. What is no plain file, such as a pipe or a
  /// terminal, is written to as it is.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - replaces: whether a file that is there is emptied.
  /// - Throws: why it could not be opened.
  init(_ path: String, replaces: Bool) throws(Refusal) {
    name = path == "-" ? "standard output" : path
    var isPlain = false
    do throws(SystemError) {
      if path == "-" {
        descriptor = try OwnedDescriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), by: "dup standard output")
        return
      }
      var kind = stat()
      let isSpecial = unsafe stat(path, &kind) == 0 && kind.st_mode & S_IFMT != S_IFREG
      var flags = O_WRONLY | O_CLOEXEC
      if !isSpecial { flags |= O_CREAT | (replaces ? 0 : O_EXCL) }
      descriptor = try OwnedDescriptor(unsafe open(path, flags, 0o600), by: "open \(path)")
      isPlain = !isSpecial
    } catch {
      throw error.errno == .exists ? .exists : .system(error)
    }
    guard isPlain else { return }
    // Where the file system knows no locks, all goes on without.
    if flock(descriptor.number, LOCK_EX | LOCK_NB) != 0, Errno.current == .wouldBlock { throw .busy }
    // Only now: what another writes is not to be lost.
    if ftruncate(descriptor.number, 0) != 0 { throw .system(SystemError("truncate \(path)")) }
  }

  /// Writes a piece. What a full disk took of it is taken back, so that a file ends with the last whole one.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor.number, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
      }
      if count >= 0 {
        written += count
      } else if Errno.current != .interrupted {
        let error = SystemError("write \(name)")
        let end = lseek(descriptor.number, 0, SEEK_CUR)
        if end >= written { ftruncate(descriptor.number, end - off_t(written)) }
        throw error
      }
    }
  }
}
