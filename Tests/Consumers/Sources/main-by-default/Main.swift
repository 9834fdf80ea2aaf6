#if canImport(Network)
  import Network
#else
  import NetworkCompat
#endif

/// All of it is of the main actor, without a word.
final class ViewModel {
  var status: NWPath.Status = .unsatisfied
  private let monitor = NWPathMonitor()

  /// The path comes in a loop of the model's.
  func followOnce() async {
    for await path in monitor {
      status = path.status
      break
    }
  }

  /// And by a handler, on the main queue.
  func start(_ told: @escaping @MainActor () -> Void) {
    monitor.pathUpdateHandler = { path in
      MainActor.assumeIsolated {
        self.status = path.status
        told()
      }
    }
    monitor.start(queue: .main)
  }

  func stop() { monitor.cancel() }
}

extension NWPath {
  var isOnline: Bool { status == .satisfied }
}

/// Over the network that this machine has, or that the environment names.
@main struct Main {
  static func main() async {
    let model = ViewModel()
    await model.followOnce()
    let first = model.status
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      model.start {
        waiting?.resume()
        waiting = nil
      }
    }
    model.stop()
    print("told: \(first), then \(model.status)")
  }
}
