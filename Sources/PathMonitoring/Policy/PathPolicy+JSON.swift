extension PathPolicy {
  private static let document = JSONDocument(
    what: "the policy", limit: 1, remedy: "say it in fewer rules, with patterns such as \"wwan*\"")

  /// Reads a policy file (<doc:Policies>).
  ///
  /// - Parameter path: the file, in JSON, 1 MiB at the most.
  /// - Throws: what is wrong with it, with file, line and column.
  public init(contentsOf path: String) throws(TextFileError) {
    try self.init(try Self.document.bytes(path), path)
  }

  /// Reads a policy from text (<doc:Policies>).
  ///
  /// - Parameters:
  ///   - json: the text of a policy file.
  ///   - name: what errors call it.
  /// - Throws: what is wrong with it, with line and column.
  public init(json: String, name: String = "policy") throws(TextFileError) {
    try self.init(Array(json.utf8), name)
  }

  package init(_ bytes: [UInt8], _ file: String) throws(TextFileError) {
    self = try Self.document.read(bytes, file, PolicyReader.policy)
  }
}
