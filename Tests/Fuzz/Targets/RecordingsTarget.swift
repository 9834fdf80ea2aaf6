@testable import PathMonitoring

/// A file that should be a recording.
enum RecordingsTarget {
  static func check(_ bytes: [UInt8]) throws {
    let recording: Recording
    do throws(RecordingError) { recording = try Recording(bytes, name: "fuzz.pcap") } catch {
      try Finding.unless(!error.description.isEmpty, "no reason")
      return
    }
    let timeline = recording.timeline
    try Finding.unless(timeline.count <= recording.packets.count, "\(timeline.count) snapshots")
    for (before, after) in zip(timeline, timeline.dropFirst()) {
      try Finding.unless(before.time <= after.time, "time goes back")
      try Finding.unless(before.snapshot != after.snapshot, "a snapshot comes twice")
    }
    try checkScrubbed(recording, timeline)
    try checkScenario(recording)
  }

  /// A scrubbed recording is whole, and has the same paths but for names and addresses.
  private static func checkScrubbed(_ recording: Recording, _ timeline: [Recording.Moment]) throws {
    let bytes = recording.anonymized(Anonymizer(key: (1, 2)))
    let scrubbed = try Recording(bytes, name: "scrubbed.pcap")
    if let damage = scrubbed.damage { throw Finding(description: "a scrubbed recording: \(damage)") }
    try Finding.unless(scrubbed.packets.count <= recording.packets.count, "more packets than before")
    // Scrubbed once more nothing further is left out.
    let again = try Recording(scrubbed.anonymized(Anonymizer(key: (3, 4))), name: "scrubbed twice.pcap")
    try Finding.unless(again.packets.count == scrubbed.packets.count, "packets are lost the second time")
    _ = scrubbed.timeline
  }

  /// A scenario made of the recording is what its file says.
  private static func checkScenario(_ recording: Recording) throws {
    let scenario = Scenario(name: "fuzz", recording: recording)
    guard let read = try? Scenario(json: scenario.json) else { return }
    try Finding.unless(read.json == scenario.json, "a scenario is written otherwise the second time")
  }
}
