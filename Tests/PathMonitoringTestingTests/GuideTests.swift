import Foundation
import Testing

/// What the guide for writers of backends shows is what is compiled and run here.
@Suite struct GuideTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test(arguments: ["ModemBackend.swift", "ModemBackendTests.swift"])
  func guideShowsTheCodeThatIsTested(_ file: String) throws {
    let guide = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Docs/PathMonitoring.docc/WritingABackend.md")
    let code = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    #expect(try String(contentsOf: guide, encoding: .utf8).contains("```swift\n\(code)```\n"))
  }
}
