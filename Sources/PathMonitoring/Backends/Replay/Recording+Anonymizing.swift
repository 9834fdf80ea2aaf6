extension Recording {
  /// Writes the recording to another file, with other addresses, hardware addresses and names in it, and
  /// without what is not known to be harmless: so that it can be given to others. The paths that follow from it
  /// are the same but for names and addresses.
  ///
  /// - Parameters:
  ///   - file: the path of the new file; `-` is the standard output.
  ///   - replaces: whether a file that is there is replaced, which is an error otherwise.
  /// - Returns: how many packets were kept.
  /// - Throws: why it cannot be written.
  @discardableResult
  public func writeAnonymized(to file: String, replaces: Bool = false) throws(RecordingError) -> Int {
    let sink = try FileSink.recording(file, replaces: replaces)
    var count = 0
    do {
      try sink.write(PcapFormat.header)
      var anonymizer = Anonymizer()
      for packet in packets {
        guard let bytes = anonymized(packet, &anonymizer) else { continue }
        try sink.write(bytes)
        count += 1
      }
    } catch {
      throw RecordingError(file: file, reason: "\(error)", advice: "make room, or choose another place")
    }
    return count
  }

  /// The bytes of the file that `writeAnonymized` makes.
  func anonymized(_ anonymizer: Anonymizer) -> [UInt8] {
    var anonymizer = anonymizer
    return packets.reduce(into: PcapFormat.header) { $0 += anonymized($1, &anonymizer) ?? [] }
  }

  private func anonymized(_ packet: Packet, _ anonymizer: inout Anonymizer) -> [UInt8]? {
    anonymizer.scrubbed(Array(bytes[packet.messages]), family: packet.family).map {
      PcapFormat.packet(packet.time, packet.direction, family: packet.family, $0)
    }
  }
}
