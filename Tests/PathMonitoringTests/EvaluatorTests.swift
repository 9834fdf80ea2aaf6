import PathMonitoring
import Testing

@Suite struct EvaluatorTests {
  @Test func emptySnapshotIsUnsatisfied() {
    #expect(PathEvaluator.path(NetworkSnapshot()).status == .unsatisfied)
  }
}
