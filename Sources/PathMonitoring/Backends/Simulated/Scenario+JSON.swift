internal import Netlink

extension Scenario {
  /// The largest file that is read.
  static let sizeLimit = 16 << 20

  /// Reads a scenario file (<doc:Scenarios>), and tries every step of it.
  ///
  /// - Parameter path: the file, in JSON.
  /// - Throws: what is wrong with it, with file, line and column.
  public init(contentsOf path: String) throws(ScenarioError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SmallFile.bytes(path, limit: Self.sizeLimit + 1, waits: true)
    } catch {
      throw ScenarioError(
        file: path, line: nil, column: nil,
        reason:
          "the scenario cannot be read: \(error.call): \(error.errno); check the path and who may read it")
    }
    try self.init(bytes, path)
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
    guard bytes.count <= Self.sizeLimit else {
      throw ScenarioError(
        file: file, line: nil, column: nil,
        reason: "the scenario is larger than \(Self.sizeLimit >> 20) MiB; split it, or let steps repeat")
    }
    do throws(TextError) {
      self = try ScenarioReader.scenario(JSONReader.value(bytes))
    } catch {
      let place = TextError.place(error.offset, in: bytes)
      throw ScenarioError(file: file, line: place.line, column: place.column, reason: error.reason)
    }
  }

  /// The text of a scenario file, from which the same scenario is read: a step a line. What no file can say, such as
  /// the name of a host in place of its address or a negative metric, is written and will be refused.
  public var json: String { ScenarioWriter.value(self).textByLine + "\n" }
}
