/// Words that name no backend.
package struct BackendChoiceError: Error, Hashable, CustomStringConvertible {
  /// The words, and what is wrong with them.
  package let description: String

  init(_ text: String, _ reason: String) {
    description = "\"\(text)\" is no backend: \(reason)"
  }
}
