import Foundation
import TestSupport

@testable import PathMonitoring

/// A folder of files that goes with the test.
final class FixtureTree {
  private let folder: TemporaryFolder

  /// Where it is.
  var root: String { folder.path }
  /// The tree as `/`.
  var roots: PolledFiles.Roots { PolledFiles.Roots(sys: "\(root)/sys", proc: "\(root)/proc") }

  init() throws { folder = try TemporaryFolder() }

  func folder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
  }

  func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

  func write(_ path: String, _ bytes: [UInt8]) throws {
    try folder((path as NSString).deletingLastPathComponent)
    try Data(bytes).write(to: URL(filePath: "\(root)/\(path)"))
  }

  func link(_ path: String, to target: String) throws {
    try folder((path as NSString).deletingLastPathComponent)
    try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: target)
  }

  /// Whether there is something, be it a link that leads nowhere.
  func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")) != nil
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(root)/\(path)") }

  /// `/proc/net/dev` and what every link has in `/sys/class/net`.
  func addLinks(_ links: [(name: String, index: Int)]) throws {
    let rows = links.map { "\($0.name): 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n" }.joined()
    try write("proc/net/dev", "Inter-| Receive | Transmit\n face |bytes |bytes\n\(rows)")
    for (name, index) in links {
      let isLoopback = name == "lo"
      for (file, text) in [
        ("ifindex", "\(index)"), ("type", isLoopback ? "772" : "1"), ("flags", isLoopback ? "0x9" : "0x1003"),
        ("operstate", isLoopback ? "unknown" : "up"), ("carrier", "1"), ("dormant", "0"),
        ("uevent", "INTERFACE=\(name)\nIFINDEX=\(index)"),
      ] { try write("sys/class/net/\(name)/\(file)", "\(text)\n") }
    }
  }

  /// `/proc/net/route` with a default over each link, the first the best.
  func addDefaults(_ names: [String]) throws {
    let rows = names.enumerated().map { place, name in
      "\(name)\t00000000\t010200C0\t0003\t0\t0\t\(place * 100)\t00000000\t0\t0\t0   \n"
    }
    try write("proc/net/route", "Iface\tDestination\tGateway\n" + rows.joined())
  }
}
