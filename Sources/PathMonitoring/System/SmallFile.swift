internal import Glibc
internal import Netlink

/// Reads small files, those of /sys, /proc and /etc.
enum SmallFile {
  /// The text of a file, its first MiB at the most; bytes that are no UTF-8 become U+FFFD.
  static func text(_ path: String) throws(SystemError) -> String {
    String(decoding: try bytes(path, limit: 1 << 20), as: UTF8.self)
  }

  /// The bytes of a file, no more than `limit`; of a pipe those that are there, or with `waits` all that its
  /// writers have to say. Ends after the beginning, of so many bytes, if that is not `isWanted`.
  static func bytes(
    _ path: String, limit: Int, waits: Bool = false, beginning: Int = 0,
    isWanted: (borrowing Span<UInt8>) -> Bool = { _ in true }
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try OwnedDescriptor(opened(path), by: "open \(path)")
    // A pipe that nobody writes to is opened and is at its end, where another open would wait for ever.
    if waits { _ = fcntl(descriptor.number, F_SETFL, 0) }
    var bytes = [UInt8](repeating: 0, count: min(limit, 4096))
    var count = 0
    var isSeen = false
    while count < limit {
      if !isSeen, count >= beginning {
        isSeen = true
        if !isWanted(bytes.span.extracting(0..<count)) { break }
      }
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, limit - count)) }
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor.number, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
      }
      if got == 0 { break }
      if got > 0 {
        count += got
      } else if Errno.current != .interrupted {
        throw SystemError("read \(path)")
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Opens a file for reading; -1 with the reason in `errno`. A file system of another process's (FUSE) may have a
  /// signal end it.
  private static func opened(_ path: String) -> CInt {
    while true {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 || Errno.current != .interrupted { return descriptor }
    }
  }

  /// Whether there is something at the path, followed through links.
  static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Where the symbolic link at the path leads, as written in it; nil if it is none.
  static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe readlink(path, $0, buffer.count) } ?? -1
    }
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The names in a folder, but for `.` and `..`.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let handle = unsafe opendir(folder) else { throw SystemError("opendir \(folder)") }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
