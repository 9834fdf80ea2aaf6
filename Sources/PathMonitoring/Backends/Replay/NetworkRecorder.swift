internal import Netlink

/// Writes what passes the sockets of a backend into a recording, packet by packet: the file is whole at any
/// moment. May be used from any thread.
package final class NetworkRecorder: NetlinkTap {
  private struct State {
    var sink: FileSink
    var anonymizer: Anonymizer?
    var packets = 0
    var failure: SystemError?
    var isOver = false
  }

  /// A routing table with more routes is not written down, only the answers of lookups are.
  private static let mostRoutes = 20_000

  private let state: Lock<State>
  /// Ends a write that is under way, and for which the state is locked.
  private let stop: FileSink.Stop?
  private let failed: @Sendable (String) -> Void
  /// Time of day when the recording began, and the same moment on a clock that nobody sets.
  private let start = (WallClock.now, ContinuousClock.now)

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - file: its path; `-` is the standard output.
  ///   - replaces: whether a file that is there is replaced, which is an error otherwise.
  ///   - isAnonymous: whether addresses and names are replaced by others.
  ///   - failed: told once why nothing can be written any more, on the thread that would.
  /// - Throws: why the file cannot be written.
  package init(
    _ file: String, replaces: Bool = false, isAnonymous: Bool = false,
    failed: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(RecordingError) {
    let sink = try FileSink.recording(file, replaces: replaces)
    self.failed = failed
    stop = sink.stop
    state = Lock(State(sink: sink, anonymizer: isAnonymous ? Anonymizer() : nil))
    write(PcapFormat.header)
  }

  /// How many packets have been written.
  package var packets: Int { state.withLock { $0.packets } }

  /// Ends the recording: a monitor that has been cancelled may still be at work, or wait for a reader that reads no
  /// more. Returns how many packets it has.
  package func end() -> Int {
    stop?.signal()
    return state.withLock { state in
      state.isOver = true
      return state.packets
    }
  }

  /// Why nothing can be written any more; nil if all is well.
  package var failure: String? { state.withLock { $0.failure }.map { Self.text($0) } }

  package func sent(_ bytes: borrowing Span<UInt8>) {
    add(.fromUs, PcapFormat.routeFamily, bytes.copy(0..<bytes.count))
  }

  package func received(_ bytes: borrowing Span<UInt8>) {
    add(.toUs, PcapFormat.routeFamily, bytes.copy(0..<bytes.count))
  }

  /// Writes what netlink does not tell.
  func note(_ note: RecordingNote) {
    add(.fromUs, PcapFormat.noteFamily, Self.packet(note))
  }

  /// Writes what later versions may want to know beyond the questions of this one: who made the recording, and
  /// the rules and routes, by a socket of its own.
  func begin() {
    let kernel = (try? SmallFile.text("/proc/sys/kernel/osrelease")).map { String($0.trimmed) } ?? ""
    note(.header(format: RecordingNote.format, kernel: kernel))
    guard var requester = try? NetlinkRequester(tap: self) else { return }
    // Links first: who replaces names takes them from there.
    _ = try? requester.dumpLinks(restart: {}, { _ in })
    for family in AddressFamily.allCases { _ = try? requester.dumpRules(family, restart: {}, { _ in }) }
    for family in AddressFamily.allCases {
      guard (try? requester.dumpRoutes(family, atMost: Self.mostRoutes) { _ in }) == false else { continue }
      note(.routesLeftOut)
      return
    }
  }

  /// The message of a note.
  static func packet(_ note: RecordingNote) -> [UInt8] {
    let header = MessageHeader(length: 0, type: .note, flags: [], sequence: 0, port: 0)
    return PcapFormat.message(header, Array(note.text.utf8))
  }

  private func add(_ direction: PcapFormat.Direction, _ family: UInt16, _ messages: [UInt8]) {
    let time = start.0 + (ContinuousClock.now - start.1)
    let scrubbed = state.withLock { state -> [UInt8]? in
      guard state.anonymizer != nil else { return messages }
      return state.anonymizer?.scrubbed(messages, family: family)
    }
    guard let scrubbed else { return }
    write(PcapFormat.packet(time, direction, family: family, scrubbed), isPacket: true)
  }

  private func write(_ bytes: [UInt8], isPacket: Bool = false) {
    let failure = state.withLock { state -> SystemError? in
      guard state.failure == nil, !state.isOver else { return nil }
      do throws(SystemError) {
        try state.sink.write(bytes)
        if isPacket { state.packets += 1 }
        return nil
      } catch {
        state.failure = error
        // Ended from outside, which is no failure.
        return error.errno == .cancelled ? nil : error
      }
    }
    if let failure { failed(Self.text(failure)) }
  }

  private static func text(_ error: SystemError) -> String {
    let advice =
      error.errno == .noSpace
      ? "make room and record anew; what was written so far can be replayed"
      : "what was written so far can be replayed"
    return "the recording has ended: \(error); \(advice)"
  }
}

extension MessageType {
  /// Of a note; the kernel's own types of that family begin above NLMSG_MIN_TYPE too.
  static var note: Self { .init(rawValue: 16) }
}

extension FileSink {
  /// Opens a file for a recording.
  static func recording(_ file: String, replaces: Bool) throws(RecordingError) -> FileSink {
    do { return try FileSink(file, replaces: replaces) } catch {
      switch error {
      case .exists:
        throw RecordingError(
          file: file, reason: "there is a file of that name", advice: "choose another, or give --force")
      case .busy:
        throw RecordingError(
          file: file, reason: "another recording is being written to it",
          advice: "choose another, or end that one"
        )
      case .system(let error):
        throw RecordingError(
          file: file, reason: "it cannot be written: \(error.errno)",
          advice: "choose another place, or run as one who may write there")
      }
    }
  }
}
