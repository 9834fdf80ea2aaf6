internal import CLinuxHeaders
internal import Glibc

/// Room for several datagrams, which one system call fills (recvmmsg(2)). For one thread at a time.
@safe package struct DatagramBatch: ~Copyable {
  /// Datagrams that fit.
  package let slots: Int
  /// Bytes that fit of each.
  package private(set) var slotSize: Int
  /// The datagrams, `slotSize` apart.
  package private(set) var bytes: [UInt8]
  private let headers: UnsafeMutablePointer<mmsghdr>
  private let vectors: UnsafeMutablePointer<iovec>
  private let senders: UnsafeMutablePointer<sockaddr_nl>

  package init(slots: Int, slotSize: Int) {
    self.slots = slots
    self.slotSize = slotSize
    bytes = Self.room(slots * slotSize)
    unsafe headers = .allocate(capacity: slots)
    unsafe vectors = .allocate(capacity: slots)
    unsafe senders = .allocate(capacity: slots)
    unsafe headers.initialize(repeating: mmsghdr(), count: slots)
    unsafe vectors.initialize(repeating: iovec(), count: slots)
    unsafe senders.initialize(repeating: sockaddr_nl(), count: slots)
  }

  deinit {
    unsafe headers.deallocate()
    unsafe vectors.deallocate()
    unsafe senders.deallocate()
  }

  /// Bytes of no value yet, of which only those are read that the kernel has filled: memory that is not written to is
  /// not taken from the system.
  private static func room(_ size: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: size) { $1 = size }
  }

  /// Makes twice the room for each datagram.
  package mutating func enlarge() {
    slotSize *= 2
    bytes = Self.room(slots * slotSize)
  }

  /// Reads what is queued, without waiting: the number of datagrams, or below 0 if errno says why there is none.
  ///
  /// Fewer than fit: the queue was seen empty, or an error waits that the next call tells.
  mutating func fill(from descriptor: CInt) -> Int {
    let (slots, slotSize) = (slots, slotSize)
    let (headers, vectors, senders) = unsafe (headers, vectors, senders)
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      for slot in 0..<slots {
        let start = unsafe bytes.baseAddress.map { unsafe $0 + slot * slotSize }
        unsafe vectors[slot] = iovec(iov_base: start, iov_len: slotSize)
        unsafe headers[slot].msg_hdr.msg_name = UnsafeMutableRawPointer(senders + slot)
        unsafe headers[slot].msg_hdr.msg_namelen = socklen_t(MemoryLayout<sockaddr_nl>.size)
        unsafe headers[slot].msg_hdr.msg_iov = vectors + slot
        unsafe headers[slot].msg_hdr.msg_iovlen = 1
      }
      return Int(unsafe recvmmsg(descriptor, headers, UInt32(slots), 0, nil))
    }
  }

  /// Where the datagram of a slot begins.
  package borrowing func offset(_ slot: Int) -> Int { slot * slotSize }

  /// What the last read brought into a slot.
  package borrowing func reception(_ slot: Int) -> NetlinkSocket.Reception {
    precondition(slot >= 0 && slot < slots)
    let (header, length) = unsafe (headers[slot].msg_hdr, Int(headers[slot].msg_len))
    // The address of the sender, not nlmsg_pid, which the kernel sets to the port of whoever caused it.
    guard unsafe header.msg_namelen == socklen_t(MemoryLayout<sockaddr_nl>.size),
      unsafe senders[slot].nl_pid == 0
    else { return .foreign }
    if unsafe header.msg_flags & Int32(MSG_TRUNC) != 0 { return .truncated }
    return .datagram(count: length)
  }
}
