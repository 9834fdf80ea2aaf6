@testable import PathMonitoring

/// What the recorder notes beside the messages.
enum NotesTarget {
  static func check(_ bytes: [UInt8]) throws {
    guard let note = RecordingNote(String(decoding: bytes, as: UTF8.self)) else { return }
    let text = note.text
    try Finding.unless(RecordingNote(text) == note, "\(note) is read from \(text) as another")
    try Finding.unless(text.utf8.allSatisfy { $0 > 0x1F && $0 < 0x7F }, "more than a line: \(text)")
  }
}
