package import Netlink
import PathMonitoring

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The recordings in Tests/Captures: what real kernels answered about real devices.
package struct Capture: Sendable, CustomStringConvertible {
  /// `linux-6.1` or `linux-6.12`.
  package var kernel: String
  /// The folder's name, such as `wifi-5-online`.
  package var name: String

  package var description: String { "\(kernel)/\(name)" }

  package static let kernels = ["linux-6.1", "linux-6.12"]

  package init(kernel: String, name: String) {
    self.kernel = kernel
    self.name = name
  }

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Captures")

  /// Where a file of Tests/Captures is.
  package static func path(_ file: String) -> String { root.appending(path: file).path }

  /// All recordings.
  package static let all: [Capture] = kernels.flatMap { kernel in
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: kernel).path)) ?? []
    return names.filter { !$0.contains(".") }.sorted().map { Capture(kernel: kernel, name: $0) }
  }

  /// The bytes of a file of the recording; nil if there is none.
  package func bytes(_ file: String) -> [UInt8]? {
    (try? Data(contentsOf: Self.root.appending(path: "\(kernel)/\(name)/\(file)"))).map(Array.init)
  }

  /// The text of a file of the recording; empty if there is none.
  package func text(_ file: String) -> String { String(decoding: bytes(file) ?? [], as: UTF8.self) }

  /// The messages of a file.
  package func messages(_ file: String) throws -> [RouteNetlinkMessage] {
    let bytes = bytes(file) ?? []
    var cursor = MessageCursor()
    var messages: [RouteNetlinkMessage] = []
    while let message = try cursor.next(in: bytes.span) {
      messages.append(try RouteNetlinkMessage(message, in: bytes.span))
    }
    return messages
  }
}

/// A row of `truth.tsv`: what an interface was made to be.
package struct CaptureTruth: Sendable {
  package var capture: String
  package var interface: String
  package var index: Int32
  package var kind: String
  package var flags: UInt32
  package var operationalState: String

  /// All rows of a kernel.
  package static func rows(_ kernel: String) -> [CaptureTruth] {
    let text =
      (try? String(contentsOf: Capture.root.appending(path: "\(kernel)/truth.tsv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 6, let index = Int32(fields[2]),
        let flags = UInt32(fields[4].dropFirst(2), radix: 16)
      else { return nil }
      return CaptureTruth(
        capture: fields[0], interface: fields[1], index: index, kind: fields[3], flags: flags,
        operationalState: fields[5])
    }
  }
}
