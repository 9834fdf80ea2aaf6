import Foundation
import TestSupport
import Testing

/// The real kernel, in a fresh network namespace for each test. One test at a time, so that none waits for a
/// machine that the others keep busy.
@Suite(.serialized, .enabled(if: Namespace.isAvailable, "\(Namespace.refusal ?? "")"))
enum Live {
  /// The built tool, beside the test bundle.
  static let tool =
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/pathmonitor"
}
