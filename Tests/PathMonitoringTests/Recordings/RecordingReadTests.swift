import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// Files that are no recordings, or not to their end.
@Suite struct RecordingReadTests {
  private static let whole: [UInt8] = {
    var builder = RecordingBuilder()
    builder.add(.header(format: 1, kernel: "6.1.0"))
    try? builder.addDumps(Capture(kernel: "linux-6.1", name: "ppp"))
    builder.add(.nameserver(true))
    builder.add(.asked)
    return builder.bytes
  }()

  private func refusal(_ bytes: [UInt8]) -> RecordingError? {
    do throws(RecordingError) {
      _ = try Recording(bytes, name: "F")
      return nil
    } catch {
      return error
    }
  }

  private func replaced(_ bytes: [UInt8], _ offset: Int, _ new: [UInt8]) -> [UInt8] {
    Array(bytes[..<offset]) + new + Array(bytes[(offset + new.count)...])
  }

  @Test("what is no recording is refused with the reason and what to do")
  func refusals() throws {
    let bytes = Self.whole
    let swapped = replaced(bytes, 0, Array(bytes[..<4].reversed()))
    let cases: [([UInt8], Int, String, String)] = [
      ([], 0, "empty", "record anew"),
      ([0xD4, 0xC3], 0, "2 bytes", "record anew"),
      (Array("#!/bin/sh\n".utf8), 0, "no pcap file", "pathmonitor record"),
      (Array(bytes[..<20]), 20, "within the header of the file", "record anew"),
      (swapped, 0, "other byte order", "such a machine"),
      (replaced(bytes, 0, [0x0A, 0x0D, 0x0D, 0x0A]), 0, "pcapng", "save it as pcap"),
      (replaced(bytes, 20, [1, 0, 0, 0]), 20, "link type 1,", "nlmon"),
    ]
    for (bytes, offset, reason, advice) in cases {
      let error = try #require(refusal(bytes))
      #expect(error.offset == offset)
      #expect(error.reason.contains(reason) && error.advice.contains(advice))
      #expect(error.description.hasPrefix("F: at byte \(offset): "))
    }
  }

  @Test("a file that is not there is refused in words that help")
  func missing() {
    let error = #expect(throws: RecordingError.self) { try Recording(contentsOf: "/nonexistent/a.pcap") }
    #expect(error?.description.hasPrefix("/nonexistent/a.pcap: it cannot be read: No such file") == true)
  }

  @Test("microseconds are read as well")
  func microseconds() throws {
    var bytes: [UInt8] = []
    bytes.appendNative(PcapFormat.microsecondMagic)
    var packet = PcapFormat.packet(.seconds(5) + .nanoseconds(7), .toUs, family: 16, [])
    #expect(packet.count == 32)
    packet = Array(packet[..<4]) + [7, 0, 0, 0] + Array(packet[8...])
    let recording = try Recording(bytes + PcapFormat.header[4...] + packet, name: "F")
    #expect(recording.start == .seconds(5) + .microseconds(7))
  }

  @Test("damage further on is told with its place, and what stands before is used")
  func damage() throws {
    let header = PcapFormat.headerSize
    let second = header + 16 + Int(Self.whole[header + 8])
    let cases: [(Int, [UInt8], Int, String)] = [
      (second + 8, [0xFF, 0xFF, 0xFF, 0xFF], second + 8, "claims to have 4294967295 bytes"),
      (second + 8, [0, 0, 1, 0], second + 16, "ends within a packet"),
      (second + 8, [4, 0, 0, 0, 4, 0, 0, 0], second + 16, "too short for its header"),
      (second + 12, [0, 2, 0, 0], second + 8, "was cut when it was captured"),
      (second + 4, [0xFF, 0xFF, 0xFF, 0xFF], second + 4, "no time"),
      (second + 18, [0, 1], second + 18, "hardware type 1,"),
      (second + 32, [3, 0, 0, 0], second + 32, ""),
    ]
    for (offset, bytes, place, reason) in cases {
      let recording = try Recording(replaced(Self.whole, offset, bytes), name: "F")
      #expect(recording.packets.count == 1)
      let error = try #require(recording.damage)
      #expect(error.offset == place && error.reason.contains(reason), "\(error)")
    }
  }

  @Test("a recording of a newer format is not guessed at")
  func newer() throws {
    var builder = RecordingBuilder()
    builder.add(.header(format: 2, kernel: ""))
    builder.add(.asked)
    let recording = try builder.recording()
    #expect(recording.damage?.reason.contains("newer version") == true && recording.timeline.isEmpty)
  }

  @Test("cut at every byte, the paths up to there follow")
  func cut() throws {
    let whole = try Recording(Self.whole, name: "F")
    #expect(whole.damage == nil && whole.timeline.count == 1)
    var boundaries: Set<Int> = [PcapFormat.headerSize]
    for packet in whole.packets { boundaries.insert(packet.messages.upperBound) }
    for count in 0..<Self.whole.count {
      let bytes = Array(Self.whole[..<count])
      guard count >= PcapFormat.headerSize else {
        #expect(refusal(bytes) != nil)
        continue
      }
      let recording = try Recording(bytes, name: "F")
      #expect((recording.damage == nil) == boundaries.contains(count))
      #expect(recording.timeline.isEmpty)
    }
  }

  @Test("times that run backwards stand still")
  func backwards() throws {
    let capture = Capture(kernel: "linux-6.1", name: "dummy")
    var builder = RecordingBuilder()
    builder.add(.nameserver(true))
    try builder.addDumps(capture)
    var back = RecordingBuilder()
    var seconds = 100
    for packet in try builder.recording().packets {
      back.add(Array(builder.bytes[packet.messages]), family: packet.family, at: .seconds(seconds))
      seconds -= 1
    }
    let times = try back.recording().timeline.map(\.time)
    #expect(!times.isEmpty && times.allSatisfy { $0 == .zero })
  }

  @Test("notes are read as they were written")
  func notes() {
    var facts = SysfsFacts()
    facts.deviceType = "wlan"
    facts.isWireless = true
    facts.lowerNames = ["a=b", "c%d e"]
    let notes: [RecordingNote] = [
      .header(format: 1, kernel: "6.1.0-13 (x)"), .sysfs(name: "ü\n", index: -3, nil),
      .sysfs(name: "wlan0", index: 4, facts), .sysfs(name: "t", index: 1, SysfsFacts()), .nameserver(true),
      .nameserver(false), .asked, .routesLeftOut,
    ]
    for note in notes { #expect(RecordingNote(note.text) == note) }
    for text in ["", "pathmonitor", "other asked", "pathmonitor sysfs index=x", "pathmonitor later a=b"] {
      #expect(RecordingNote(text) == nil)
    }
  }
}
