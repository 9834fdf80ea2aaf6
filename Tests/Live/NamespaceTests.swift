import Foundation
import TestSupport
import Testing

/// Not among the `Live` ones, which are left out where namespaces are refused.
@Suite struct RequiredLiveTests {
  static let isRequired = ProcessInfo.processInfo.environment["PATH_MONITOR_REQUIRE_LIVE"] == "1"

  @Test(
    "Live tests run where they are required",
    .enabled(if: isRequired, "PATH_MONITOR_REQUIRE_LIVE=1 makes this fail where live tests are left out."))
  func liveTestsRun() {
    #expect(Namespace.refusal == nil)
  }
}

extension Live {
  @Suite struct NamespaceTests {
    @Test("A namespace has none of the machine's interfaces, for its thread and for its children")
    func isFresh() throws {
      let network = try Namespace()
      #expect(try network.shell("ip -o link | wc -l") == "1\n")
      let here = "/proc/thread-self/ns/net"
      let inside = try network.run { try FileManager.default.destinationOfSymbolicLink(atPath: here) }
      #expect(try network.shell("readlink /proc/self/ns/net") == inside + "\n")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: here) != inside)
    }

    @Test("A line that fails is told with its words")
    func failure() throws {
      let network = try Namespace()
      #expect(throws: Shell.Failure.self) { try network.shell("false", "true") }
    }
  }
}
