/// Why a recording cannot be read or written, or not to its end.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The byte at which the fault is, counted from 0; nil if it is of the file as a whole.
  public var offset: Int?
  /// What is wrong.
  public var reason: String
  /// What can be done about it.
  public var advice: String

  /// `FILE: at byte N: what is wrong; what to do`
  public var description: String {
    "\(file): \(offset.map { "at byte \($0): " } ?? "")\(reason); \(advice)"
  }
}
