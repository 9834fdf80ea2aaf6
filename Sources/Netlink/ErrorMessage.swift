/// NLMSG_ERROR, or the end of a dump: how a request ended (`struct nlmsgerr`).
package struct ErrorMessage: Hashable, Sendable {
  /// Nil for success, which is an acknowledgement.
  package var errno: Errno?
  /// The kernel's own words, where it has some (NLMSGERR_ATTR_MSG).
  package var text: String?
  /// Which byte of the request the kernel objects to (NLMSGERR_ATTR_OFFS).
  package var requestOffset: UInt32?

  enum Key: UInt16 {
    case text = 1
    case offset = 2
  }

  package init(_ message: RawMessage, in bytes: borrowing Span<UInt8>) throws(NetlinkDecodeError) {
    let (start, end) = (message.payload.lowerBound, message.payload.upperBound)
    let isDone = message.header.type == .done
    // Old kernels end a dump with no code at all.
    if isDone, message.payload.isEmpty { return }
    let code = Int32(bitPattern: try bytes.integer(UInt32.self, at: start, before: end))
    errno = code == 0 ? nil : Errno(rawValue: code == .min ? .max : abs(code))
    guard message.header.flags.contains(.acknowledgeAttributes) else { return }
    var behind = start + 4
    if !isDone {
      // The request is echoed: its header, and its payload too unless that is capped.
      let echoed = Int(clamping: try bytes.integer(UInt32.self, at: behind, before: end))
      let size = message.header.flags.contains(.capped) ? MessageHeader.size : max(echoed, MessageHeader.size)
      guard size <= end - behind else {
        throw NetlinkDecodeError(offset: behind, reason: .badLength(stated: size, left: end - behind))
      }
      behind = min(end, behind + netlinkAligned(size))
    }
    var attributes = AttributeCursor(behind..<end)
    while let attribute = try attributes.next(in: bytes) {
      switch Key(rawValue: attribute.type) {
      case .text: text = bytes.text(in: attribute.payload)
      case .offset: requestOffset = try attribute.integer(UInt32.self, in: bytes)
      case nil: continue
      }
    }
  }
}
