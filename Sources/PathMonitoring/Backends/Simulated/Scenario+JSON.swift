/// What is wrong with a scenario, and where.
public typealias ScenarioError = TextFileError

extension Scenario {
  private static let document = JSONDocument(
    what: "the scenario", limit: 16, remedy: "split it, or let steps repeat")

  /// Reads a scenario file (<doc:Scenarios>), and tries every step of it.
  ///
  /// - Parameter path: the file, in JSON, 16 MiB at the most.
  /// - Throws: what is wrong with it, with file, line and column.
  public init(contentsOf path: String) throws(ScenarioError) {
    try self.init(try Self.document.bytes(path), path)
  }

  /// Reads a scenario from text (<doc:Scenarios>), and tries every step of it.
  ///
  /// - Parameters:
  ///   - json: the text of a scenario file.
  ///   - name: what errors call it.
  /// - Throws: what is wrong with it, with line and column.
  public init(json: String, name: String = "scenario") throws(ScenarioError) {
    try self.init(Array(json.utf8), name)
  }

  init(_ bytes: [UInt8], _ file: String) throws(ScenarioError) {
    self = try Self.document.read(bytes, file, ScenarioReader.scenario)
  }

  /// The text of a scenario file, from which the same scenario is read: a step a line. What no file can say, such as
  /// the name of a host in place of its address or a negative metric, is written and will be refused.
  public var json: String { ScenarioWriter.value(self).textByLine + "\n" }
}
