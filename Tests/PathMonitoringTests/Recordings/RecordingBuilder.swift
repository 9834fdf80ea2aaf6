import Netlink
import TestSupport

@testable import PathMonitoring

/// Puts recordings together, packet by packet, a millisecond apart.
struct RecordingBuilder {
  private(set) var bytes = PcapFormat.header
  private(set) var packets = 0

  mutating func add(
    _ messages: [UInt8], family: UInt16 = PcapFormat.routeFamily, at time: Duration? = nil
  ) {
    packets += 1
    let time = time ?? .seconds(1_800_000_000) + .milliseconds(packets)
    bytes += PcapFormat.packet(time, .toUs, family: family, messages)
  }

  mutating func add(_ note: RecordingNote) {
    add(NetworkRecorder.packet(note), family: PcapFormat.noteFamily)
  }

  /// A question, as a program sends it.
  mutating func ask(_ request: (inout RequestBuilder) -> Void) {
    var builder = RequestBuilder()
    request(&builder)
    add(builder.bytes)
  }

  /// The dumps of a recording in Tests/Captures, as if a program had asked for them, and what sysfs says.
  mutating func addDumps(_ capture: Capture) throws {
    let links = try capture.firstSequence("getlink.nl")
    ask { $0.dumpLinks(sequence: links) }
    add(capture.bytes("getlink.nl") ?? [])
    let addresses = try capture.firstSequence("getaddr.nl")
    ask { $0.dumpAddresses(sequence: addresses) }
    add(capture.bytes("getaddr.nl") ?? [])
    for (file, type) in [("getroute.nl", MessageType.getRoute), ("getrule.nl", .getRule)] {
      let header = MessageHeader(
        length: 0, type: type, flags: [.request, .dump], sequence: try capture.firstSequence(file), port: 0)
      add(PcapFormat.message(header, [UInt8](repeating: 0, count: 12)))
      add(capture.bytes(file) ?? [])
    }
    let sysfs = RecordedSysfs(capture)
    for case .newLink(let link) in try capture.messages("getlink.nl") {
      let name = link.name ?? ""
      add(.sysfs(name: name, index: link.index, sysfs.facts(name, link.index)))
    }
  }

  /// The events of a recording, a packet each.
  mutating func addEvents(_ capture: Capture) throws {
    let bytes = capture.bytes("events.nl") ?? []
    var cursor = MessageCursor()
    while let message = try cursor.next(in: bytes.span) {
      let start = message.payload.lowerBound - MessageHeader.size
      var messages = Array(bytes[start..<message.payload.upperBound])
      messages.pad()
      add(messages)
    }
  }

  func recording() throws(RecordingError) -> Recording { try Recording(bytes, name: "built") }
}

extension Capture {
  fileprivate func firstSequence(_ file: String) throws -> UInt32 {
    let bytes = bytes(file) ?? []
    var cursor = MessageCursor()
    return try cursor.next(in: bytes.span)?.header.sequence ?? 0
  }
}

extension Recording {
  /// A recording by the tool: two veth uplinks, their carrier, addresses, routes, a rule.
  static let twoUplinks = Capture.path("recordings/two-uplinks.pcap")

  /// A capture by tcpdump on an nlmon device of Linux 6.1, while `ip monitor` listened: `ip` dumps links, addresses and
  /// IPv4's routes, then changes one uplink.
  static let nlmon = Capture.path("recordings/nlmon.pcap")

  /// The paths that follow, each different from the last.
  var paths: [NetworkPath] {
    timeline.reduce(into: []) { paths, moment in
      let path = PathEvaluator.path(moment.snapshot)
      if path != paths.last { paths.append(path) }
    }
  }
}
