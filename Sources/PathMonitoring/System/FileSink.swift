internal import CLinuxHeaders
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

  /// Lets a write that waits for room, now or later, fail: a pipe may have a reader that reads no more.
  final class Stop: Sendable {
    /// An eventfd(2); -1, which `poll` passes over, where it cannot be had.
    fileprivate let number: CInt = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit { if number >= 0 { close(number) } }

    /// From any thread.
    func signal() {
      var one: UInt64 = 1
      guard number >= 0 else { return }
      while unsafe Glibc.write(number, &one, MemoryLayout<UInt64>.size) < 0, Errno.current == .interrupted {}
    }
  }

  private let descriptor: OwnedDescriptor
  private let name: String
  /// What ends the wait for room; nil of a plain file, which always has room.
  private(set) var stop: Stop?

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
        stop = Stop()
        return
      }
      var kind = stat()
      let isSpecial = unsafe stat(path, &kind) == 0 && kind.st_mode & S_IFMT != S_IFREG
      var flags = O_WRONLY | O_CLOEXEC
      if !isSpecial { flags |= O_CREAT | (replaces ? 0 : O_EXCL) }
      descriptor = try OwnedDescriptor(unsafe open(path, flags, 0o600), by: "open \(path)")
      if isSpecial { stop = Stop() }
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
    // A pipe that has any room has room for so much (pipe(7)).
    let most = stop != nil ? Int(PIPE_BUF) : .max
    while written < bytes.count {
      try waitForRoom()
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor.number, buffer.baseAddress.map { unsafe $0 + written },
          min(most, buffer.count - written))
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

  private func waitForRoom() throws(SystemError) {
    guard let stop else { return }
    while true {
      var entries = [
        pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&entries, 2, -1)
      // Whatever is wrong with the file, the write tells.
      if count < 0, Errno.current != .interrupted { return }
      if count > 0, entries[0].revents != 0 { return }
      if count > 0 { throw SystemError("write \(name)", .cancelled) }
    }
  }
}
