import PathMonitoring
import Testing

@testable import pathmonitor

@Suite struct InvocationTests {
  @Test func nothingMeansWatch() throws {
    #expect(try Invocation([]) == Invocation(["watch"]))
  }
}
