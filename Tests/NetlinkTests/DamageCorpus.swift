import TestSupport

/// The recorded messages that damage is done to, and where in them lengths are stated.
///
/// Read without the code under test. Of the 5000 recorded messages most differ in values only, which lengths do
/// not depend on; one of each layout stands for all, a layout being the type and each attribute's type and size.
enum DamageCorpus {
  /// One message of each layout.
  static let layouts: [[UInt8]] = distinct { message, sites in
    header(message) + sites.flatMap { message[$0.offset..<min($0.offset + 4, message.count)] }
  }

  /// One message of each type and set of attributes, whatever their sizes: for what takes long.
  static let shapes: [[UInt8]] = distinct { message, sites in
    header(message)
      + sites.flatMap { message[min($0.offset + 2, message.count)..<min($0.offset + 4, message.count)] }
  }

  private static func header(_ message: [UInt8]) -> [UInt8] {
    Array(message[4..<6]) + [message.count > 16 ? message[16] : 0]
  }

  private static func distinct(_ key: ([UInt8], [LengthSite]) -> [UInt8]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return messages.filter { seen.insert(key($0, LengthSite.all(in: $0))).inserted }
  }

  /// All recorded messages that differ, apart from sequence number and port.
  private static let messages: [[UInt8]] = {
    var seen: Set<[UInt8]> = []
    var messages: [[UInt8]] = []
    for capture in Capture.all {
      for file in ["getlink.nl", "getaddr.nl", "getroute.nl", "getrule.nl", "events.nl"] {
        for var message in split(capture.bytes(file) ?? []) {
          for index in 8..<16 { message[index] = 0 }
          if seen.insert(message).inserted { messages.append(message) }
        }
      }
    }
    return messages
  }()

  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let length = Wire.u16(bytes, at: offset)
      precondition(length >= 16 && offset + length <= bytes.count, "a recording is damaged")
      messages.append(Array(bytes[offset..<offset + length]))
      offset += (length + 3) / 4 * 4
    }
    return messages
  }
}
