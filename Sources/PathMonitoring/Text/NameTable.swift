/// Values and the names that they have in files, arguments and output.
package struct NameTable<Value: Equatable & Sendable>: Sendable {
  private let entries: [(value: Value, name: String)]

  package init(_ entries: [(Value, String)]) {
    self.entries = entries
  }

  package var names: [String] { entries.map(\.name) }

  package func name(_ value: Value) -> String? {
    entries.first { $0.value == value }?.name
  }

  /// The value of a name, in small and capital letters alike.
  package func value(_ name: String) -> Value? {
    entries.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
