import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// Captures that this library did not make: what other programs asked, and news.
@Suite struct CaptureReplayTests {
  @Test("the dumps of another program give the path that was there", arguments: Capture.all)
  func dumps(_ capture: Capture) throws {
    let sysfs = RecordedSysfs(capture)
    var engine = NetlinkEngine(try RecordedKernel(capture)) { sysfs.facts($0, $1) }
    engine.hasNameserver = true
    var builder = RecordingBuilder()
    try builder.addDumps(capture)
    // A dump of the rules is the last that can change anything, but for what sysfs says.
    try builder.addDumps(capture)
    let recording = try builder.recording()
    #expect(recording.damage == nil)
    var snapshot = try engine.snapshot(now: .now)
    // A replay is asked about no single hosts.
    snapshot.destinations = nil
    #expect(recording.timeline.last?.snapshot == snapshot)
  }

  @Test(
    "news without any dump build up to the path that was there at the end",
    arguments: Capture.all.filter { $0.bytes("events.nl")?.isEmpty == false })
  func events(_ capture: Capture) throws {
    var builder = RecordingBuilder()
    try builder.addEvents(capture)
    let path = try builder.recording().paths.last ?? .notDetermined
    let sysfs = RecordedSysfs(capture)
    var engine = NetlinkEngine(try RecordedKernel(capture)) { sysfs.facts($0, $1) }
    engine.hasNameserver = true
    let expected = PathEvaluator.path(try engine.snapshot(now: .now))
    #expect(path.status == expected.status)
    #expect(path.ways == expected.ways)
    // Some end before the address of the second family is fit.
    #expect(path.gateways.first == expected.gateways.first)
  }

  @Test("a capture of an nlmon device gives the paths that its machine had", arguments: [false, true])
  func nlmon(_ isScrubbed: Bool) throws {
    var recording = try Recording(contentsOf: Recording.nlmon)
    #expect(recording.damage == nil)
    if isScrubbed {
      recording = try Recording(recording.anonymized(Anonymizer(key: (3, 4))), name: "scrubbed")
    }
    let paths = recording.paths
    #expect(paths.map { $0.availableInterfaces.map(\.index) } == [[], [4], [4], [4], [4], [4], [], [4], []])
    // In order: default by IPv4; by both; a rule bars IPv4, and not; another gateway; down; up again; no address.
    #expect(paths.map(\.supportsIPv4) == [false, true, true, false, true, true, false, true, false])
    #expect(paths.map(\.supportsIPv6) == [false, false, true, true, true, true, false, false, false])
    if !isScrubbed {
      let gateways = paths.map { $0.gateways.first?.debugDescription }
      #expect(gateways[1] == "192.168.77.1:0" && gateways[5] == "192.168.77.9:0")
    }
  }

  @Test("messages of other families and of other programs to the kernel tell nothing")
  func foreign() throws {
    let capture = Capture(kernel: "linux-6.1", name: "dummy")
    var plain = RecordingBuilder()
    try plain.addDumps(capture)
    var mixed = RecordingBuilder()
    // Generic netlink, and an uevent, which is text.
    mixed.add([UInt8](repeating: 0x41, count: 60), family: 16)
    mixed.add(Array("add@/devices/virtual/net/v0".utf8), family: 15)
    try mixed.addDumps(capture)
    mixed.ask {
      $0.lookup(
        RawAddress(family: .ipv4, high: 0, low: 0x0808_0808), outputIndex: 0, matching: true, sequence: 9)
    }
    mixed.add([], family: 16)
    #expect(try mixed.recording().damage == nil)
    #expect(try mixed.recording().paths == plain.recording().paths)
  }

  @Test("a dump that was given up leaves nothing behind, and news by its number are no part of it")
  func abandoned() throws {
    let capture = Capture(kernel: "linux-6.1", name: "dummy")
    let bytes = try #require(capture.bytes("getlink.nl"))
    var cursor = MessageCursor()
    var links: [[UInt8]] = []
    while let message = try cursor.next(in: bytes.span), message.header.type == .newLink {
      links.append(Array(bytes[message.payload.lowerBound - 16..<message.payload.upperBound]))
    }
    func numbered(_ message: [UInt8], _ sequence: UInt8) -> [UInt8] {
      Array(message[..<8]) + [sequence, 0, 0, 0] + Array(message[12...])
    }
    let done = PcapFormat.message(
      MessageHeader(length: 0, type: .done, flags: .multi, sequence: 8, port: 0), [0, 0, 0, 0])
    var kernel = ReplayedKernel()
    func take(_ message: [UInt8]) { _ = kernel.take(message.span) }
    func found() throws -> [Int32] {
      var indexes: [Int32] = []
      _ = try kernel.dumpLinks(restart: {}) { indexes.append($0.index) }
      return indexes
    }
    // One dump begins, and is given up for another.
    for sequence in [UInt32(7), 8] {
      var builder = RequestBuilder()
      builder.dumpLinks(sequence: sequence)
      take(builder.bytes)
      let link = numbered(links[sequence == 7 ? 0 : 1], UInt8(sequence))
      take(Array(link[..<12]) + [9, 0, 0, 0] + Array(link[16...]))
    }
    // News of the first link, of one part only.
    var news = numbered(links[0], 8)
    (news[6], news[12]) = (0, 9)
    for index in 13..<16 { news[index] = 0 }
    take(news)
    #expect(try found() == [1])
    take(Array(done[..<12]) + [9, 0, 0, 0] + Array(done[16...]))
    #expect(try found() == [2])
  }

  @Test("a dump of a part leaves the rest")
  func filtered() throws {
    let capture = Capture(kernel: "linux-6.1", name: "dummy")
    var builder = RecordingBuilder()
    try builder.addDumps(capture)
    let whole = try builder.recording().paths.last
    // The addresses of one link, of which there is none any more: `ip address show dev …`.
    let header = MessageHeader(
      length: 0, type: .getAddress, flags: [.request, .dump], sequence: 77, port: 0)
    builder.add(PcapFormat.message(header, [0, 0, 0, 0, 9, 0, 0, 0]))
    let done = MessageHeader(length: 0, type: .done, flags: .multi, sequence: 77, port: 5)
    builder.add(PcapFormat.message(done, [0, 0, 0, 0]))
    #expect(try builder.recording().paths.last == whole)
    #expect(whole?.status == .satisfied)
  }
}
