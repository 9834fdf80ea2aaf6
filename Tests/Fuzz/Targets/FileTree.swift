import Glibc

/// Folders like /sys and /proc with what an input says of their files. Gone when this object is.
///
/// The input has a line `== PATH` before the bytes of each file, or `-> PATH TARGET` for a link.
final class FileTree {
  let root: String
  private var made: [(path: String, isFolder: Bool)] = []
  private var size = 0

  init(_ bytes: [UInt8]) throws {
    root = try Self.temporaryFolder()
    var file: String?
    var content: [UInt8] = []
    // The files are many and small: what is further on adds nothing but time.
    for line in bytes.prefix(1 << 16).split(separator: 10, omittingEmptySubsequences: false).prefix(2000) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 1, ["==", "->"].contains(words[0]) else {
        content += line + [10]
        continue
      }
      if let file { write(file, content) }
      content = []
      file = words[0] == "==" ? words[1] : nil
      if words[0] == "->", words.count > 2 { link(words[1], words[2]) }
    }
    if let file { write(file, content) }
  }

  deinit {
    for (path, isFolder) in made.reversed() {
      _ = unsafe isFolder ? rmdir(path) : unlink(path)
    }
    _ = unsafe rmdir(root)
  }

  private static func temporaryFolder() throws -> String {
    // In memory, where there is such a place.
    for place in ["/dev/shm", "/tmp"] {
      var template = Array("\(place)/path-monitor-fuzz-XXXXXX".utf8CString)
      if unsafe mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    throw Finding(description: "no folder can be made in /dev/shm or /tmp")
  }

  /// Makes the folders above a path; nil if it is none within this tree.
  private func prepared(_ path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty, parts.count < 8, made.count < 200, !path.utf8.contains(0) else { return nil }
    if parts.contains(where: { $0 == "." || $0 == ".." || $0.utf8.count > 64 }) { return nil }
    var folder = root
    for part in parts.dropLast() {
      folder += "/\(part)"
      if unsafe mkdir(folder, 0o700) == 0 { made.append((folder, true)) }
      // A link could lead out of the tree.
      var status = stat()
      guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    }
    return "\(folder)/\(parts[parts.count - 1])"
  }

  private func write(_ path: String, _ bytes: [UInt8]) {
    guard let place = prepared(path) else { return }
    let descriptor = unsafe open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    made.append((place, false))
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// A link, which nothing but its name is read of.
  private func link(_ path: String, _ target: String) {
    guard let place = prepared(path), !target.utf8.contains(0) else { return }
    if unsafe symlink(target, place) == 0 { made.append((place, false)) }
  }
}
