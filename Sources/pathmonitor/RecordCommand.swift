import Dispatch
import PathMonitoring

/// Writes what the kernel says into a file, until interrupted.
struct RecordCommand {
  /// What is to be written, and where.
  struct Order: Equatable {
    var file: String
    /// A recording to be written anew instead.
    var source: String?
    var isAnonymous = false
    var replaces = false
  }

  let order: Order

  func run() {
    do throws(RecordingError) {
      if let source = order.source { try rewrite(source) } else { try record() }
    } catch {
      Console.writeError("pathmonitor: \(error)")
      Console.exit(ExitStatus.noFile)
    }
  }

  private func record() throws(RecordingError) {
    Console.requireThreads(or: ExitStatus.noSystem)
    // A pipe without a reader is waited for, which a signal may end in the usual way.
    let recorder = try NetworkRecorder(order.file, replaces: order.replaces, isAnonymous: order.isAnonymous) {
      Console.writeError("pathmonitor: \($0)")
      Console.exit(ExitStatus.cannotWrite)
    }
    let signals = EndSignals()
    let monitor = PathMonitor(
      backend: AnnouncedBackend(NetlinkBackend.separate(recorder: recorder), Announcements()))
    monitor.start(queue: DispatchQueue(label: "pathmonitor.output"))
    Console.writeError("pathmonitor: recording to \(name(order.file)) until interrupted (Ctrl-C)")
    _ = signals.wait(nil)
    monitor.cancel()
    Console.writeError("pathmonitor: \(recorder.end()) packets in \(name(order.file))")
  }

  private func rewrite(_ source: String) throws(RecordingError) {
    let recording = try Recording(contentsOf: source)
    let count = try recording.writeAnonymized(to: order.file, replaces: order.replaces)
    Console.writeError("pathmonitor: \(count) packets in \(name(order.file))")
    guard let damage = recording.damage else { return }
    Console.writeError("pathmonitor: \(damage)")
    Console.exit(ExitStatus.badData)
  }

  private func name(_ file: String) -> String { file == "-" ? "standard output" : file }
}
