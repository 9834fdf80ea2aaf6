internal import Netlink

/// What a machine's kernel said about its network over a time: a pcap file of link type NETLINK, made by
/// `pathmonitor record` or captured with an nlmon device.
///
/// A file that is damaged further on is read up to there; see `damage`.
public struct Recording: Sendable {
  /// A datagram of messages.
  struct Packet {
    /// Since 1970.
    var time: Duration
    /// NETLINK_ROUTE and others.
    var family: UInt16
    /// Where its messages are in the file.
    var messages: Range<Int>
    var direction: PcapFormat.Direction
  }

  /// The file's name, for messages.
  let name: String
  let bytes: [UInt8]
  private(set) var packets: [Packet] = []

  /// What is wrong further on; nil if the file is whole. All that stands before the fault is used.
  public private(set) var damage: RecordingError?

  /// A recording may have as many bytes: 1 GiB.
  static let largestSize = 1 << 30

  /// Reads a file.
  ///
  /// - Parameter file: its path.
  /// - Throws: why nothing of it can be used: it cannot be opened, or does not begin as a recording of this
  ///   machine's byte order does.
  public init(contentsOf file: String) throws(RecordingError) {
    let bytes: [UInt8]
    do {
      // What is no recording may be large, or have no end, as /dev/zero has none.
      bytes = try SmallFile.bytes(
        file, limit: Self.largestSize + 1, waits: true, beginning: PcapFormat.headerSize
      ) { span in
        (try? Self.nanosecondsOfFraction(span.copy(0..<span.count), file)) != nil
      }
    } catch {
      let advice: String =
        switch error.errno {
        case .noEntry: "check the name"
        case .accessDenied, .notPermitted: "ask its owner, or run as one who may read it"
        default: "check that it is a file"
        }
      throw RecordingError(file: file, reason: "it cannot be read: \(error.errno)", advice: advice)
    }
    try self.init(bytes, name: file)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: all of them.
  ///   - name: how errors are to name the file.
  /// - Throws: why nothing of it can be used.
  public init(_ bytes: [UInt8], name: String) throws(RecordingError) {
    self.name = name
    self.bytes = bytes
    let unit = try Self.nanosecondsOfFraction(bytes, name)
    guard bytes.count <= Self.largestSize else {
      throw RecordingError(
        file: name, offset: Self.largestSize, reason: "it is larger than 1 GiB",
        advice: "cut it, for example with editcap of Wireshark")
    }
    do {
      var offset = PcapFormat.headerSize
      while let packet = try Self.packet(bytes.span, at: &offset, unit, name) {
        try check(packet)
        packets.append(packet)
      }
    } catch {
      damage = error
    }
  }

  /// When the first packet was seen, since 1970-01-01, 00:00 UTC; nil if there is none.
  public var start: Duration? { packets.first?.time }

  /// Checks what a file begins with; returns how many nanoseconds the fraction of a packet's time counts.
  private static func nanosecondsOfFraction(_ bytes: [UInt8], _ name: String) throws(RecordingError) -> Int64
  {
    let again = "record anew"
    func refusal(_ offset: Int?, _ reason: String, _ advice: String) -> RecordingError {
      RecordingError(file: name, offset: offset, reason: reason, advice: advice)
    }
    if bytes.isEmpty { throw refusal(0, "the file is empty", again) }
    let span = bytes.span
    guard let magic = try? span.integer(UInt32.self, at: 0, before: bytes.count) else {
      throw refusal(0, "it has \(bytes.count) bytes, too few for a pcap file", again)
    }
    let unit: Int64
    switch magic {
    case PcapFormat.nanosecondMagic: unit = 1
    case PcapFormat.microsecondMagic: unit = 1000
    case PcapFormat.nanosecondMagic.byteSwapped, PcapFormat.microsecondMagic.byteSwapped:
      throw refusal(
        0, "it was made on a machine of the other byte order, in which its messages are too",
        "replay it on such a machine")
    case PcapFormat.pcapngMagic:
      throw refusal(0, "it is a pcapng file", "save it as pcap, for example with tshark -F pcap -r IN -w OUT")
    default: throw refusal(0, "it is no pcap file", "give a file made by pathmonitor record, or with nlmon")
    }
    guard bytes.count >= PcapFormat.headerSize,
      let linkType = try? span.integer(UInt32.self, at: 20, before: bytes.count)
    else {
      throw refusal(bytes.count, "it ends within the header of the file", again)
    }
    // The upper bits tell of checksums at the end of frames.
    guard linkType & 0xFFFF == PcapFormat.netlinkLinkType else {
      let advice = "capture on an nlmon device, or use pathmonitor record"
      throw refusal(
        20, "it holds packets of link type \(linkType & 0xFFFF), not netlink messages (253)", advice)
    }
    return unit
  }

  /// The packet at an offset, which is moved behind it; nil at the end of the file.
  private static func packet(
    _ bytes: borrowing Span<UInt8>, at offset: inout Int, _ unit: Int64, _ name: String
  ) throws(RecordingError) -> Packet? {
    let start = offset
    func damaged(_ place: Int, _ reason: String, _ advice: String) -> RecordingError {
      RecordingError(file: name, offset: place, reason: reason, advice: advice)
    }
    let rest = "what stands before can be used; record anew for the rest"
    let left = bytes.count - start
    if left == 0 { return nil }
    guard left >= PcapFormat.packetHeaderSize,
      let seconds = try? bytes.integer(UInt32.self, at: start, before: bytes.count),
      let fraction = try? bytes.integer(UInt32.self, at: start + 4, before: bytes.count),
      let stored = try? bytes.integer(UInt32.self, at: start + 8, before: bytes.count),
      let original = try? bytes.integer(UInt32.self, at: start + 12, before: bytes.count)
    else {
      throw damaged(start, "the file ends within the header of a packet: \(left) bytes are left of 16", rest)
    }
    guard stored <= PcapFormat.largestPacket, original <= PcapFormat.largestPacket else {
      throw damaged(start + 8, "a packet claims to have \(max(stored, original)) bytes", rest)
    }
    guard Int64(fraction) * unit < 1_000_000_000 else {
      throw damaged(start + 4, "the time of a packet is no time", rest)
    }
    let size = Int(stored)
    let body = start + PcapFormat.packetHeaderSize
    guard size <= bytes.count - body else {
      throw damaged(
        body, "the file ends within a packet: \(bytes.count - body) bytes are left of \(size)", rest)
    }
    guard stored >= original else {
      throw damaged(
        start + 8, "a packet was cut when it was captured: \(stored) bytes of \(original)",
        "capture without a limit (tcpdump -s 0)")
    }
    guard size >= PcapFormat.cookedHeaderSize,
      let direction = try? bytes.integer(UInt16.self, at: body, before: body + size).bigEndian,
      let hardware = try? bytes.integer(UInt16.self, at: body + 2, before: body + size).bigEndian,
      let family = try? bytes.integer(UInt16.self, at: body + 14, before: body + size).bigEndian
    else {
      throw damaged(body, "a packet of \(size) bytes is too short for its header", rest)
    }
    guard hardware == PcapFormat.netlinkHardwareType else {
      throw damaged(body + 2, "a packet is of hardware type \(hardware), not netlink (824)", rest)
    }
    offset = body + size
    return Packet(
      time: .seconds(Int64(seconds)) + .nanoseconds(Int64(fraction) * unit), family: family,
      messages: body + PcapFormat.cookedHeaderSize..<body + size,
      direction: PcapFormat.Direction(rawValue: direction) ?? .toUs)
  }

  /// Whether the messages of a packet can be told apart. What they say is looked at in the replay.
  private func check(_ packet: Packet) throws(RecordingError) {
    guard [PcapFormat.routeFamily, PcapFormat.noteFamily].contains(packet.family) else { return }
    func damaged(_ offset: Int, _ reason: String, _ advice: String) -> RecordingError {
      RecordingError(
        file: name, offset: packet.messages.lowerBound + offset, reason: reason, advice: advice)
    }
    var cursor = MessageCursor()
    var isRequest = false
    let messages = bytes.span.extracting(packet.messages)
    while true {
      let message: RawMessage?
      do throws(NetlinkDecodeError) { message = try cursor.next(in: messages) } catch {
        // Programs send more than they have to say, which the kernel does not look at (netlink_rcv_skb).
        if isRequest { return }
        throw damaged(
          error.offset, "the messages of a packet cannot be told apart: \(error.words)",
          "what stands before can be used; record anew for the rest")
      }
      guard let message else { return }
      isRequest = message.header.flags.contains(.request)
      if packet.family == PcapFormat.noteFamily,
        case .header(let format, _) = RecordingNote(messages.text(in: message.payload)),
        format > RecordingNote.format
      {
        throw damaged(
          message.payload.lowerBound, "it was made by a newer version (format \(format))", "use that version")
      }
    }
  }
}
