/// What a target found wrong although nothing trapped.
struct Finding: Error, CustomStringConvertible {
  var description: String

  /// Throws unless a condition holds, which `words` say.
  static func unless(_ isRight: Bool, _ words: @autoclosure () -> String) throws(Finding) {
    if !isRight { throw Finding(description: words()) }
  }
}
