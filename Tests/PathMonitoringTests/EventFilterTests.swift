import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What the kernel is told to refuse: never what would have been looked into.
@Suite struct EventFilterTests {
  private static let watched: Set<RawAddress> = [
    .ipv4(0xC633_6405), RawAddress(family: .ipv6, high: 0x2001_0DB8_0000_0001, low: 5),
  ]

  @Test("routes of every length around the samples and the destinations, each bit of them changed once")
  func routes() {
    var view = KernelView()
    view.destinations = Self.watched
    let machine = FilterMachine(EventFilter(destinations: Self.watched).program)
    var (passed, refused) = (0, 0)
    for family in AddressFamily.allCases {
      let bits = family.size * 8
      let places = SampleAddresses.groups(family).flatMap { $0 } + Self.watched.filter { $0.family == family }
      for place in places {
        for length in 0...bits {
          for changed in 0...length {
            // The last one is the place itself.
            let destination = changed < length ? place.changing(changed) : place
            let message = Self.route(destination, UInt8(length))
            let isDisturbed = !view.disturbed(by: message.content).isEmpty
            let passes = machine.passes(message.bytes)
            #expect(passes || !isDisturbed, "\(destination)/\(length)")
            // Beyond 64 bits a neighbour's route passes too.
            if length <= 64 { #expect(passes == isDisturbed, "\(destination)/\(length)") }
            if passes { passed += 1 } else { refused += 1 }
          }
        }
      }
    }
    #expect(passed > 1000 && refused > 10_000)
  }

  @Test("what the kernels of the recordings told", arguments: Capture.all)
  func recordings(_ capture: Capture) throws {
    let machine = FilterMachine(EventFilter().program)
    for file in ["events.nl", "getlink.nl", "getaddr.nl", "getroute.nl", "getrule.nl"] {
      guard let bytes = capture.bytes(file) else { continue }
      var view = KernelView()
      var cursor = MessageCursor()
      while let message = try cursor.next(in: bytes.span) {
        let content = try RouteNetlinkMessage(message, in: bytes.span)
        let isDisturbed = !view.disturbed(by: content).isEmpty
        let start = message.payload.lowerBound - MessageHeader.size
        #expect(
          machine.passes(Array(bytes[start..<message.payload.upperBound])) || !isDisturbed, "\(content)")
      }
    }
  }

  @Test func whatIsLookedUpIsRefused() {
    let machine = FilterMachine(EventFilter().program)
    var (message, _) = Self.route(.ipv4(0), 0)
    #expect(machine.passes(message))
    message[25] |= 2
    #expect(!machine.passes(message), "cloned")
    message[25] = 0
    message[16] = 128
    #expect(!machine.passes(message), "multicast routing")
  }

  @Test("a bridge's word of a port is refused, the link's own is not", arguments: [UInt8(16), 17])
  func bridges(_ type: UInt8) {
    let machine = FilterMachine(EventFilter().program)
    var message = [UInt8](repeating: 0, count: 32)
    message[0] = 32
    message[4] = type
    #expect(machine.passes(message))
    message[16] = 7
    #expect(!machine.passes(message))
  }

  @Test(
    "addresses, rules, next hops and settings pass", arguments: [UInt8(20), 21, 32, 33, 80, 81, 104, 105])
  func others(_ type: UInt8) {
    let machine = FilterMachine(EventFilter().program)
    var message = [UInt8](repeating: 0, count: 24)
    message[4] = type
    #expect(machine.passes(message))
  }

  @Test("the local route of an IPv6 address may be all that tells of it")
  func localRoutes() {
    let machine = FilterMachine(EventFilter().program)
    var (message, _) = Self.route(RawAddress(family: .ipv6, high: 0x2001_0DB8 << 32, low: 9), 128)
    #expect(!machine.passes(message))
    message[23] = 2
    #expect(machine.passes(message))
  }

  @Test func moreDestinationsThanCanBeToldApartLetAllPass() {
    let many = Set((0...UInt64(EventFilter.mostDestinations)).map { RawAddress.ipv4(0x0A00_0000 + $0) })
    let machine = FilterMachine(EventFilter(destinations: many).program)
    #expect(machine.passes(Self.route(.ipv4(0xC000_0200), 24).bytes))
    #expect(!machine.passes(Self.route(RawAddress(family: .ipv6, high: 1 << 60, low: 0), 64).bytes))
  }

  @Test func programIsSmallEnoughForTheKernel() {
    let ipv4 = (1...EventFilter.mostDestinations).map { RawAddress.ipv4(UInt64($0)) }
    let ipv6 = ipv4.map { RawAddress(family: .ipv6, high: $0.low, low: 0) }
    let program = EventFilter(destinations: Set(ipv4 + ipv6)).program
    // 20 KiB of socket options, of which a program takes eight bytes an instruction (net.core.optmem_max).
    #expect(program.count < 2000)
  }

  /// RTM_NEWROUTE of a unicast route over link 2 in the main table, and what is read of it.
  private static func route(_ destination: RawAddress, _ length: UInt8) -> (
    bytes: [UInt8], content: RouteNetlinkMessage
  ) {
    var payload: [UInt8] = [destination.family.rawValue, length, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
    payload += [8, 0, 15, 0, 254, 0, 0, 0]
    if length > 0 { payload += [UInt8(4 + destination.family.size), 0, 1, 0] + destination.bytes }
    payload += [8, 0, 4, 0, 2, 0, 0, 0]
    let size = UInt8(16 + payload.count)
    let bytes = [size, 0, 0, 0, 24, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + payload
    var route = RouteMessage(family: destination.family, prefixLength: length)
    route.destination = length > 0 ? destination : nil
    route.outputIndex = 2
    return (bytes, .newRoute(route))
  }
}

extension RawAddress {
  /// The same but for one bit, counted from the first.
  fileprivate func changing(_ bit: Int) -> RawAddress {
    var changed = self
    switch family {
    case .ipv4: changed.low ^= 1 << UInt64(31 - bit)
    case .ipv6:
      if bit < 64 { changed.high ^= 1 << UInt64(63 - bit) } else { changed.low ^= 1 << UInt64(127 - bit) }
    }
    return changed
  }
}
