import Dispatch
import Foundation
package import PathMonitoring

/// Hears the paths of a monitor, and hands them out in the order they came.
package final class PathLog: Sendable {
  /// No path came in time.
  package struct Silence: Error, CustomStringConvertible {
    package var description: String
  }

  private struct State {
    var paths: [NetworkPath] = []
    var taken = 0
  }

  private let state = Lock(State())
  private let arrivals = DispatchSemaphore(value: 0)

  package init() {}

  /// Takes a path of the monitor's.
  package func hear(_ path: NetworkPath) {
    state.withLock { $0.paths.append(path) }
    arrivals.signal()
  }

  /// All paths so far.
  package var all: [NetworkPath] { state.withLock { $0.paths } }

  /// The interfaces of all paths so far.
  package var ways: [[String]] { all.map(\.ways) }

  /// The next path, waited for if it has not come yet.
  package func next() throws -> NetworkPath {
    guard arrivals.wait(timeout: .now() + patience) == .success else {
      throw Silence(description: "no further path within \(patience) s after \(all)")
    }
    return state.withLock { state in
      defer { state.taken += 1 }
      return state.paths[state.taken]
    }
  }

  /// The next path, waited for without keeping one of the few threads that tasks have.
  package func next() async throws -> NetworkPath {
    try await aside { Result { try self.next() } }.get()
  }

  /// The next path that is as asked; those before it are passed over.
  @discardableResult
  package func next(where isWanted: (NetworkPath) -> Bool) throws -> NetworkPath {
    while true {
      let path = try next()
      if isWanted(path) { return path }
    }
  }
}

extension NetworkPath {
  /// The names of the interfaces; none of a path that is unsatisfied.
  package var ways: [String] { availableInterfaces.map(\.name) }
}

/// The router 192.0.2.`number`, as paths name it.
package func gateway(_ number: Int) -> NetworkEndpoint {
  .hostPort(host: NetworkEndpoint.Host("192.0.2.\(number)"), port: .any)
}
