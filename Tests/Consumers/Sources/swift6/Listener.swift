import NetworkCompat

/// Keeps what it hears.
///
/// Unchecked: the list is behind the lock.
final class Listener: NetworkWatchDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var heard: [String] { lock.withLock { list } }

  func watch(_ watch: NetworkWatch, sees status: NWPath.Status, interfaces: [NWInterface]) {
    lock.withLock { list.append("\(status) \(interfaces)") }
  }

  func add(_ text: String) { lock.withLock { list.append(text) } }
}
