/// What is wrong with the arguments, in one line.
struct UsageError: Error {
  var text: String

  init(_ text: String) {
    self.text = text + " (see pathmonitor --help)"
  }
}
