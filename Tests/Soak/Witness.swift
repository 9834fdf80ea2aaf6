import PathMonitoring

/// Looks after objects without keeping them.
final class Witness: Sendable {
  private struct Weak: Sendable {
    weak let object: (any AnyObject & Sendable)?
  }

  private let watched = Lock<[Weak]>([])

  /// Looks after an object from now on, and returns it.
  @discardableResult
  func watch<Object: AnyObject & Sendable>(_ object: Object) -> Object {
    watched.withLock { $0.append(Weak(object: object)) }
    return object
  }

  /// How many of them are still there.
  var alive: Int {
    watched.withLock { watched in
      watched.removeAll { $0.object == nil }
      return watched.count
    }
  }
}
