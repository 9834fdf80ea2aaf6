/// What the environment variable `PATH_MONITOR_BACKEND` asks for.
package enum EnvironmentChoice {
  private static let variable = "PATH_MONITOR_BACKEND"

  /// What has been complained of, so that a thousand monitors say it once.
  private static let complaint = Lock<String?>(nil)

  /// The backend asked for; nil if none is, or the words make no sense, which is said on standard error.
  package static var choice: BackendChoice? {
    guard let text = Console.variable(variable), !text.isEmpty else { return nil }
    do {
      return try BackendChoice(text)
    } catch {
      let isNew = complaint.withLock { complaint in
        defer { complaint = text }
        return complaint != text
      }
      if isNew { Console.writeError("\(variable): \(error); going on as if it were not set") }
      return nil
    }
  }
}
