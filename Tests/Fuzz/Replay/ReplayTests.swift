import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the fuzzer has found, and what it begins with, read once more without it.
@Suite struct ReplayTests {
  /// An input of a target.
  struct Input: Sendable, CustomStringConvertible {
    var target: FuzzTarget
    var file: URL

    var description: String { "\(target.rawValue)/\(file.lastPathComponent)" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  private static func inputs(_ folder: String, of target: FuzzTarget) -> [Input] {
    let folder = root.appending(path: "\(folder)/\(target.rawValue)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { Input(target: target, file: folder.appending(path: $0)) }
  }

  private static let crashers = FuzzTarget.allCases.flatMap { inputs("Crashers", of: $0) }

  @Test("what once failed does not any more", arguments: crashers)
  func crasher(_ input: Input) throws {
    try input.target.check(Array(Data(contentsOf: input.file)))
  }

  @Test("the corpus of every target is there, and nothing in it fails", arguments: FuzzTarget.allCases)
  func corpus(_ target: FuzzTarget) throws {
    let inputs = Self.inputs("Corpus", of: target)
    #expect(inputs.count > 2)
    for input in inputs {
      do { try target.check(Array(Data(contentsOf: input.file))) } catch {
        Issue.record("\(input): \(error)")
      }
    }
  }

  @Test("a target sees what it looks for")
  func findings() throws {
    #expect(throws: Finding.self) { try Finding.unless(false, "wrong") }
    try Finding.unless(true, "right")
  }
}
