import Foundation

/// A folder that goes, with all in it, when this object does.
package final class TemporaryFolder: Sendable {
  /// Where it is, without links on the way.
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "path-monitor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
