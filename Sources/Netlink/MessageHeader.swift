/// The header that every netlink message begins with (`struct nlmsghdr`).
package struct MessageHeader: Hashable, Sendable {
  /// Bytes of a header.
  package static let size = 16

  /// Bytes of the message, this header included.
  package var length: Int
  package var type: MessageType
  package var flags: MessageFlags
  /// The number of the request that a reply belongs to.
  package var sequence: UInt32
  /// The port of the socket whose request caused the message; says nothing of the sender.
  package var port: UInt32

  package init(length: Int, type: MessageType, flags: MessageFlags, sequence: UInt32, port: UInt32) {
    self.length = length
    self.type = type
    self.flags = flags
    self.sequence = sequence
    self.port = port
  }
}

/// `nlmsg_type`, open since the kernel adds some.
package struct MessageType: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package static var noOperation: Self { .init(1) }
  package static var error: Self { .init(2) }
  package static var done: Self { .init(3) }
  package static var overrun: Self { .init(4) }
  package static var newLink: Self { .init(16) }
  package static var deleteLink: Self { .init(17) }
  package static var getLink: Self { .init(18) }
  package static var newAddress: Self { .init(20) }
  package static var deleteAddress: Self { .init(21) }
  package static var getAddress: Self { .init(22) }
  package static var newRoute: Self { .init(24) }
  package static var deleteRoute: Self { .init(25) }
  package static var getRoute: Self { .init(26) }
  package static var newRule: Self { .init(32) }
  package static var deleteRule: Self { .init(33) }
  package static var getRule: Self { .init(34) }
  package static var newNetconf: Self { .init(80) }
  package static var deleteNetconf: Self { .init(81) }
  package static var newNextHop: Self { .init(104) }
  package static var deleteNextHop: Self { .init(105) }
  package static var getNextHop: Self { .init(106) }
}

/// `nlmsg_flags`; the higher bits mean different things in requests, dumps and acknowledgements.
package struct MessageFlags: OptionSet, Hashable, Sendable {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static var request: Self { .init(rawValue: 0x1) }
  /// One of several parts; NLMSG_DONE ends them.
  package static var multi: Self { .init(rawValue: 0x2) }
  package static var acknowledge: Self { .init(rawValue: 0x4) }
  /// What is dumped changed meanwhile: the dump is to be repeated.
  package static var dumpInterrupted: Self { .init(rawValue: 0x10) }
  /// In what tells of a change: something took the place of another.
  package static var replace: Self { .init(rawValue: 0x100) }
  /// NLM_F_ROOT | NLM_F_MATCH
  package static var dump: Self { .init(rawValue: 0x300) }
  /// In an acknowledgement: the request is not echoed beyond its header.
  package static var capped: Self { .init(rawValue: 0x100) }
  /// In an acknowledgement: attributes follow that say more.
  package static var acknowledgeAttributes: Self { .init(rawValue: 0x200) }
}
