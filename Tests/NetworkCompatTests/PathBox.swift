import NetworkCompat
import PathMonitoring

/// Keeps the paths that a handler is called with.
final class PathBox: Sendable {
  private let list = Lock<[NWPath]>([])

  func add(_ path: NWPath) { list.withLock { $0.append(path) } }

  var paths: [NWPath] { list.withLock { $0 } }

  /// The first interface of each path, or its status.
  var ways: [String] { paths.map { $0.availableInterfaces.first?.name ?? "\($0.status)" } }
}
