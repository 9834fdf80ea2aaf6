import TestSupport
import Testing

@testable import PathMonitoring

/// Recordings that are damaged at random: whatever is in them, reading, replaying and anonymising end.
@Suite struct RecordingDamageTests {
  @Test("1,200 damaged recordings do not trap", arguments: 0..<12)
  func random(_ part: UInt64) throws {
    var readable = 0
    for number in 0..<100 {
      var random = SplitMix64(seed: part * 1000 + UInt64(number))
      let bytes = Self.damaged(Self.sound[Int(part) % Self.sound.count], &random)
      guard let recording = try? Recording(bytes, name: "F") else { continue }
      readable += 1
      let moments = recording.timeline
      #expect(moments.map(\.time) == moments.map(\.time).sorted())
      _ = recording.anonymized(Anonymizer(key: (1, part)))
    }
    #expect(readable > 50)
  }

  private static let sound: [[UInt8]] = {
    var all: [[UInt8]] = []
    for name in ["ppp", "changes", "wifi-events"] {
      let capture = Capture(kernel: "linux-6.1", name: name)
      for isOurs in [false, true] {
        var builder = RecordingBuilder()
        if isOurs { builder.add(.header(format: 1, kernel: "6.1.0")) }
        try? builder.addDumps(capture)
        try? builder.addEvents(capture)
        if isOurs { builder.add(.asked) }
        all.append(builder.bytes)
      }
    }
    // One whose lookups are recorded.
    if let recording = try? Recording(contentsOf: Recording.twoUplinks) {
      let end = recording.packets[min(160, recording.packets.count - 1)].messages.upperBound
      all.append(Array(recording.bytes[..<end]))
    }
    return all
  }()

  private static func damaged(_ sound: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = sound
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      // The header of the file is spared as a rule: a fault there is found at once.
      let first = Int.random(in: 0..<20, using: &random) == 0 ? 0 : PcapFormat.headerSize
      guard bytes.count > first + 8 else { break }
      let place = Int.random(in: first..<bytes.count - 8, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 2: for index in place..<place + 4 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...64, using: &random)))
      case 4:
        let from = Int.random(in: 0..<bytes.count - 8, using: &random)
        bytes.insert(contentsOf: bytes[from..<min(bytes.count, from + 48)], at: place)
      default:
        // A length, or what stands where one does.
        let aligned = place & ~3
        bytes[aligned] = UInt8.random(in: 0...40, using: &random)
        bytes[aligned + 1] = 0
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random))
    }
    return bytes
  }
}
