/// What is wrong with a file of text, a scenario or a policy, and where: `FILE:LINE:COLUMN: reason`.
public struct TextFileError: Error, Hashable, CustomStringConvertible {
  /// The file, or what the caller called the text.
  public let file: String
  /// The line, from 1; nil if the file could not be read at all.
  public let line: Int?
  /// The column, from 1, in Unicode scalars; nil if the file could not be read at all.
  public let column: Int?
  /// What is wrong, and what to do.
  public let reason: String

  /// All of it in one line.
  public var description: String {
    if let line, let column { "\(file):\(line):\(column): \(reason)" } else { "\(file): \(reason)" }
  }

  /// The error with a further reason.
  package func adding(_ more: String) -> TextFileError {
    TextFileError(file: file, line: line, column: column, reason: "\(reason); \(more)")
  }
}
