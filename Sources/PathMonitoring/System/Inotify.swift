internal import Glibc
internal import Netlink

/// Hears of changes to files and folders (inotify(7)). For one thread at a time.
final class Inotify {
  /// What is to be heard.
  struct Events: OptionSet, Hashable {
    var rawValue: UInt32

    /// A name in the folder came, went or now means another file.
    static var names: Events {
      .init(
        rawValue: UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF))
    }
    /// The file was written, closed after writing, deleted, moved, or its rights were changed.
    static var content: Events {
      .init(rawValue: UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF))
    }
    /// The file was written, and may be written to again.
    static var modified: Events { .init(rawValue: UInt32(IN_MODIFY)) }
    /// Events were lost.
    static var overflow: Events { .init(rawValue: UInt32(IN_Q_OVERFLOW)) }
    /// The watch is gone.
    static var ignored: Events { .init(rawValue: UInt32(IN_IGNORED)) }
  }

  /// Something that happened.
  struct Event: Hashable {
    var watch: Int32
    var events: Events
    /// The name in the folder that is watched; empty if the event is of what is watched itself.
    var name: String
  }

  private let descriptor: OwnedDescriptor
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init() throws(SystemError) {
    descriptor = try OwnedDescriptor(
      inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)), isKept: true, by: "inotify_init1")
  }

  /// For `poll`; stays owned.
  var number: CInt { descriptor.number }

  /// Whether `number` still means this: nobody else in the process has closed it.
  var isOpen: Bool { descriptor.isOpen }

  /// Watches a file or folder; the same number comes back for what is watched already. Nil if it is missing
  /// or must not be read.
  func watch(_ path: String, _ events: Events) -> Int32? {
    let watch = unsafe inotify_add_watch(number, path, events.rawValue)
    return watch >= 0 ? watch : nil
  }

  /// Ends a watch.
  func unwatch(_ watch: Int32) {
    inotify_rm_watch(number, watch)
  }

  /// What has happened since the last call.
  func events() -> [Event] {
    var events: [Event] = []
    while true {
      let number = self.number
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(number, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if count < 0, Errno.current == .interrupted { continue }
        return events
      }
      var offset = 0
      let bytes = buffer.span
      while let watch = try? bytes.integer(UInt32.self, at: offset, before: count),
        let mask = try? bytes.integer(UInt32.self, at: offset + 4, before: count),
        let length = try? bytes.integer(UInt32.self, at: offset + 12, before: count)
      {
        let end = min(count, offset + 16 + Int(length))
        events.append(
          Event(
            watch: Int32(bitPattern: watch), events: Events(rawValue: mask),
            name: bytes.text(in: offset + 16..<end)))
        offset = end
      }
    }
  }
}
