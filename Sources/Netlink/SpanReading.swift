/// Reads that check every bound. A plain offset into a `Span` costs no allocation.
extension Span where Element == UInt8 {
  /// The integer at `offset` in the machine's byte order, which is netlink's.
  package func integer<T: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ type: T.Type, at offset: Int, before end: Int
  ) throws(NetlinkDecodeError) -> T {
    let size = T.bitWidth / 8
    let end = Swift.min(end, count)
    guard offset >= 0, end >= size, offset <= end - size else {
      throw NetlinkDecodeError(
        offset: offset, reason: .tooShort(needed: size, left: Swift.max(0, end - offset)))
    }
    // Within the bounds, as has just been seen.
    return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The bytes of `range` as text, up to the first NUL; bytes that are no UTF-8 become U+FFFD.
  package func text(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<count)
    var end = range.lowerBound
    while end < range.upperBound, self[end] != 0 { end += 1 }
    let size = end - range.lowerBound
    // Interface names and kinds fit the inline form of String, which allocates nothing.
    return unsafe String(unsafeUninitializedCapacity: size) { buffer in
      for place in 0..<size { unsafe buffer[place] = self[range.lowerBound + place] }
      return size
    }
  }
}
