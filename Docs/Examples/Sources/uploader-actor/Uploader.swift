import PathMonitoring

/// Sends photos while the network allows it. Where this one prints, a real one would use its connection.
actor Uploader {
  private enum Mode {
    case paused
    /// Everything goes.
    case full
    /// It costs money: previews only.
    case previews
  }

  private var mode = Mode.paused

  /// Follows the network until the task is cancelled, or for a number of changes.
  func run(changes limit: Int = .max) async {
    var count = 0
    // The loop starts the monitor, and leaving it ends it. The first element tells how things stand.
    for await change in PathMonitor().changes {
      adapt(to: change)
      count += 1
      if count >= limit { return }
    }
  }

  private func adapt(to change: PathChangeSequence.Element) {
    let path = change.path
    let interface = path.availableInterfaces.first?.name ?? "no interface"
    print("\(interface): \(change.isFirst ? "at first" : "\(change.changes)")")
    guard path.status == .satisfied else {
      mode = .paused
      return print("  paused; what is not sent waits")
    }
    let before = mode
    mode = path.isExpensive ? .previews : .full
    switch mode {
    // What stood before goes by another way from now on, and would hang until it times out.
    case _ where before == .paused || change.changes.affectsConnections:
      print("  connects anew, and sends \(mode == .full ? "photos" : "previews only")")
    case _ where before != mode: print("  goes on with \(mode == .full ? "photos" : "previews only")")
    default: print("  goes on as before")
    }
  }
}
