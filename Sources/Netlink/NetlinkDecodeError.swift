/// Why bytes are not a netlink message, and where in the datagram the reader stood.
package struct NetlinkDecodeError: Error, Hashable, CustomStringConvertible {
  /// What is wrong at the offset.
  package enum Reason: Hashable, Sendable {
    /// Fewer bytes are left than the value needs.
    case tooShort(needed: Int, left: Int)
    /// A header states a length that is below its own size or beyond the end.
    case badLength(stated: Int, left: Int)
    /// An attribute has a size that its type does not allow.
    case wrongAttributeSize(attribute: UInt16, size: Int)
  }

  /// Bytes from the start of the datagram.
  package var offset: Int
  package var reason: Reason

  package init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  package var description: String {
    switch reason {
    case .tooShort: "netlink message cut short at byte \(offset): \(words)"
    case .badLength: "netlink length out of bounds at byte \(offset): \(words)"
    case .wrongAttributeSize(let attribute, _): "netlink attribute \(attribute) at byte \(offset) \(words)"
    }
  }

  /// What is wrong, without the place.
  package var words: String {
    switch reason {
    case .tooShort(let needed, let left): "\(needed) bytes needed, \(left) left"
    case .badLength(let stated, let left): "\(stated) stated, \(left) left"
    case .wrongAttributeSize(_, let size): "has \(size) bytes, which its type does not allow"
    }
  }
}
