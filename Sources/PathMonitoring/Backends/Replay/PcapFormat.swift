internal import Netlink

/// The layout of a pcap file of link type NETLINK (draft-ietf-opsawg-pcap, and LINKTYPE_NETLINK of tcpdump.org).
enum PcapFormat {
  static let headerSize = 24
  static let packetHeaderSize = 16
  /// A "cooked" header: kind of packet, ARPHRD_NETLINK, ten unused bytes, netlink family; 16 bits each, in
  /// network order.
  static let cookedHeaderSize = 16
  static let netlinkLinkType: UInt32 = 253
  static let netlinkHardwareType: UInt16 = 824
  /// Nobody's netlink packets are that long (libpcap's own limit is 256 KiB).
  static let largestPacket = 1 << 24

  static let nanosecondMagic: UInt32 = 0xA1B2_3C4D
  static let microsecondMagic: UInt32 = 0xA1B2_C3D4
  static let pcapngMagic: UInt32 = 0x0A0D_0D0A

  /// NETLINK_ROUTE
  static let routeFamily: UInt16 = 0
  /// NETLINK_USERSOCK, which the kernel leaves to programs: what the recorder notes beside the messages.
  static let noteFamily: UInt16 = 2

  /// Who sent a packet, as the cooked header says it.
  enum Direction: UInt16 {
    case toUs = 0
    case fromUs = 4
  }

  /// What a file begins with. Times are in nanoseconds, numbers in this machine's byte order.
  static var header: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendNative(nanosecondMagic)
    bytes.appendNative(UInt16(2))
    bytes.appendNative(UInt16(4))
    bytes.appendNative(UInt32(0))
    bytes.appendNative(UInt32(0))
    bytes.appendNative(UInt32(1 << 18))
    bytes.appendNative(netlinkLinkType)
    return bytes
  }

  /// A packet: when, since 1970, in which direction, of which family, and its messages.
  static func packet(
    _ time: Duration, _ direction: Direction, family: UInt16, _ messages: [UInt8]
  ) -> [UInt8] {
    let (seconds, attoseconds) = time.components
    let size = UInt32(clamping: cookedHeaderSize + messages.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packetHeaderSize + Int(size))
    bytes.appendNative(UInt32(clamping: seconds))
    bytes.appendNative(UInt32(clamping: attoseconds / 1_000_000_000))
    bytes.appendNative(size)
    bytes.appendNative(size)
    bytes.appendNative(direction.rawValue.bigEndian)
    bytes.appendNative(netlinkHardwareType.bigEndian)
    bytes += [UInt8](repeating: 0, count: 10)
    bytes.appendNative(family.bigEndian)
    bytes += messages
    return bytes
  }

  /// A message around a payload.
  static func message(_ header: MessageHeader, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendNative(UInt32(clamping: MessageHeader.size + payload.count))
    bytes.appendNative(header.type.rawValue)
    bytes.appendNative(header.flags.rawValue)
    bytes.appendNative(header.sequence)
    bytes.appendNative(header.port)
    bytes += payload
    bytes.pad()
    return bytes
  }
}

extension [UInt8] {
  /// Appends a number in this machine's byte order.
  mutating func appendNative<T: FixedWidthInteger>(_ value: T) {
    for index in 0..<T.bitWidth / 8 {
      #if _endian(big)
        append(UInt8(truncatingIfNeeded: value >> T(T.bitWidth - 8 - 8 * index)))
      #else
        append(UInt8(truncatingIfNeeded: value >> T(8 * index)))
      #endif
    }
  }

  /// Appends zeros up to where the next message or attribute may begin.
  mutating func pad() {
    while !count.isMultiple(of: 4) { append(0) }
  }
}
