import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What others may see of a recording, and what they can do with it.
@Suite struct AnonymizerTests {
  private static let key: (UInt64, UInt64) = (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)

  /// The recording, and the same scrubbed.
  private static func pair() throws -> (Recording, Recording) {
    let original = try Recording(contentsOf: Recording.twoUplinks)
    return (original, try Recording(original.anonymized(Anonymizer(key: key)), name: "scrubbed"))
  }

  @Test("SipHash gives the values of its authors' table")
  func sipHash() {
    let hash = SipHash((0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908))
    #expect(hash.value([]) == 0x726F_DB47_DD0E_0E31)
    #expect(hash.value([0x0706_0504_0302_0100]) == 0x93F5_F579_9A93_2462)
    #expect(hash.value([0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908]) == 0x3F2A_CC7F_57C2_9BDB)
  }

  @Test("a message that cannot be read to its end is left out, as a replay passes over it")
  func unreadable() {
    let header = MessageHeader(length: 0, type: .newLink, flags: [], sequence: 0, port: 0)
    // `struct ifinfomsg`, MTU, and an attribute that claims to have more bytes than there are.
    let sound: [UInt8] = [0, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8, 0, 4, 0, 0, 5, 0, 0]
    var anonymizer = Anonymizer(key: Self.key)
    #expect(anonymizer.scrubbed(PcapFormat.message(header, sound), family: 0) != nil)
    #expect(anonymizer.scrubbed(PcapFormat.message(header, sound + [99, 0, 5, 0]), family: 0) == nil)
  }

  @Test("a scrubbed recording gives the same paths, but for names and addresses")
  func paths() throws {
    let (original, scrubbed) = try Self.pair()
    #expect(scrubbed.damage == nil)
    let (before, after) = (original.timeline, scrubbed.timeline)
    try #require(before.count == after.count && before.count > 5)
    var names: [String: String] = [:]
    var hosts: [NetworkEndpoint.Host: NetworkEndpoint.Host] = [:]
    for (old, new) in zip(before, after) {
      #expect(old.time == new.time)
      // With the old names and addresses in the place of the new the snapshots are equal.
      for (oldLink, newLink) in zip(old.snapshot.links, new.snapshot.links) {
        names[newLink.interface.name] = names[newLink.interface.name] ?? oldLink.interface.name
      }
      for (oldEgress, newEgress) in zip(old.snapshot.egresses, new.snapshot.egresses) {
        let (olds, news) = (Self.hosts(oldEgress), Self.hosts(newEgress))
        for (oldHost, newHost) in zip(olds, news) { hosts[newHost] = hosts[newHost] ?? oldHost }
      }
      var restored = new.snapshot
      for index in restored.links.indices {
        let interface = restored.links[index].interface
        restored.links[index].interface = NetworkInterface(
          name: names[interface.name] ?? "", index: interface.index, type: interface.type)
      }
      for index in restored.egresses.indices {
        let egress = restored.egresses[index]
        restored.egresses[index].gateways = egress.gateways.compactMap { hosts[$0] }
        restored.egresses[index].source = egress.source.flatMap { source in
          hosts[source.address].map { LocalAddress($0, state: source.state) }
        }
      }
      #expect(restored == old.snapshot)
    }
    #expect(names.allSatisfy { $0.key != $0.value } && hosts.allSatisfy { $0.key != $0.value })
    #expect(Set(hosts.values).count == hosts.count && Set(names.values).count == names.count)
  }

  private static func hosts(_ egress: NetworkEgress) -> [NetworkEndpoint.Host] {
    egress.gateways + (egress.source.map { [$0.address] } ?? [])
  }

  @Test("no address, hardware address or name of the original is left in the file")
  func nothingIsLeft() throws {
    let (original, scrubbed) = try Self.pair()
    let secrets = Secrets(original)
    #expect(secrets.hardware.count >= 4 && secrets.addresses.count >= 7 && secrets.names.count == 4)
    let text = String(decoding: scrubbed.bytes, as: UTF8.self)
    for name in secrets.names {
      #expect(!text.contains("\(name)\0") && !text.contains("name=\(name) "), "\(name)")
    }
    for secret in secrets.hardware.union(secrets.addresses) {
      let isLeft = scrubbed.bytes.contains(secret)
      #expect(!isLeft, "\(secret)")
    }
    // The kernel's version without what its builder calls it.
    #expect(!text.contains("generic") && text.contains("kernel=6.18.44"))
  }

  @Test("networks have no bits beyond their length, and addresses stay in their networks")
  func networks() throws {
    let (_, scrubbed) = try Self.pair()
    var networks: Set<RawAddress> = []
    var kernel = ModelKernel()
    for packet in scrubbed.packets where packet.family == PcapFormat.routeFamily {
      let bytes = scrubbed.bytes.span.extracting(packet.messages)
      var cursor = MessageCursor()
      while let message = try cursor.next(in: bytes) {
        let content = try RouteNetlinkMessage(message, in: bytes)
        _ = kernel.apply(content)
        guard case .newRoute(let route) = content, !route.flags.contains(.cloned), route.kind == .unicast,
          let destination = route.destination, route.prefixLength == 24 || route.prefixLength == 64
        else { continue }
        networks.insert(destination)
        #expect(destination.low & (route.prefixLength == 24 ? 0xFF : .max) == 0)
        for address in kernel.addresses where address.linkIndex == route.outputIndex {
          guard let local = address.local, local.family == destination.family,
            local.isLinkLocal == destination.isLinkLocal
          else { continue }
          #expect(destination.sharesPrefix(Int(route.prefixLength), with: local))
        }
      }
    }
    #expect(networks.count == 4)
  }

  @Test("every capture, scrubbed, gives the same path with the same types", arguments: Capture.all)
  func captures(_ capture: Capture) throws {
    var builder = RecordingBuilder()
    try builder.addDumps(capture)
    try builder.addEvents(capture)
    try builder.addDumps(capture)
    let original = try builder.recording()
    let scrubbed = try Recording(original.anonymized(Anonymizer(key: Self.key)), name: "scrubbed")
    #expect(scrubbed.damage == nil)
    let (before, after) = (original.timeline.last?.snapshot, scrubbed.timeline.last?.snapshot)
    #expect(before?.links.map(\.interface.index) == after?.links.map(\.interface.index))
    #expect(before?.links.map(\.interface.type) == after?.links.map(\.interface.type))
    #expect(before?.egresses.map(\.gateways.count) == after?.egresses.map(\.gateways.count))
    #expect(before?.egresses.map(\.source?.state) == after?.egresses.map(\.source?.state))
    let secrets = Secrets(original)
    for secret in secrets.hardware.union(secrets.words) {
      let isLeft = scrubbed.bytes.contains(secret)
      #expect(!isLeft, "\(secret)")
    }
  }

  @Test("addresses share as many bits as before, and stay in their ranges")
  func prefixes() {
    var scrambler = AddressScrambler(SipHash(Self.key))
    var random = SplitMix64(seed: 7)
    for family in AddressFamily.allCases {
      var pairs: [(RawAddress, RawAddress)] = []
      for _ in 0..<60 {
        let address = RawAddress(
          family: family, high: family == .ipv4 ? 0 : random.next(),
          low: family == .ipv4 ? random.next() >> 32 : random.next())
        pairs.append((address, scrambler.scrambled(address)))
        #expect(address.isRoutable == scrambler.scrambled(address).isRoutable)
      }
      for (old, new) in pairs {
        for (otherOld, otherNew) in pairs {
          for length in [1, 7, 8, 16, 24, 31, 64, 128] {
            #expect(old.sharesPrefix(length, with: otherOld) == new.sharesPrefix(length, with: otherNew))
          }
        }
      }
    }
    for sample in AddressFamily.allCases.flatMap({ SampleAddresses.groups($0).joined() }) {
      #expect(scrambler.scrambled(sample) == sample)
    }
    for text in ["0.0.0.0", "127.0.0.1", "255.255.255.255", "::", "::1"] {
      #expect(scrambler.scrambled(Self.raw(text)) == Self.raw(text))
    }
    let ranges = [
      ("10.1.2.3", 8), ("172.20.1.1", 12), ("192.168.1.1", 16), ("100.64.3.4", 10), ("169.254.9.9", 16),
      ("192.0.2.77", 24), ("224.0.0.251", 4), ("fe80::5054:ff:fe12:3456", 64), ("fd12:3456::1", 8),
      ("2001:db8::77", 32), ("ff02::fb", 8), ("64:ff9b::102:304", 96),
    ]
    for (text, length) in ranges {
      let (old, new) = (Self.raw(text), scrambler.scrambled(Self.raw(text)))
      #expect(old != new && old.sharesPrefix(length, with: new), "\(text)")
    }
  }

  @Test("the key of every file is another")
  func keys() throws {
    let recording = try Recording(contentsOf: Recording.twoUplinks)
    #expect(recording.anonymized(Anonymizer()) != recording.anonymized(Anonymizer()))
  }

  private static func raw(_ text: String) -> RawAddress {
    let bytes: [UInt8] =
      switch NetworkEndpoint.Host(text) {
      case .ipv4(let address): Array(address.rawValue)
      case .ipv6(let address): Array(address.rawValue)
      case .name: []
      }
    return RawAddress(0..<bytes.count, in: bytes.span) ?? RawAddress(family: .ipv4, high: 0, low: 0)
  }
}

/// What a recording tells of its owner, found without the code under test.
private struct Secrets {
  var names: Set<String> = []
  var hardware: Set<[UInt8]> = []
  var addresses: Set<[UInt8]> = []
  /// SSIDs, aliases and the like.
  var words: Set<[UInt8]> = []

  init(_ recording: Recording) {
    for packet in recording.packets where packet.family == PcapFormat.routeFamily {
      let bytes = recording.bytes.span.extracting(packet.messages)
      var cursor = MessageCursor()
      while let message = try? cursor.next(in: bytes) {
        let size = [16: 16, 20: 8, 24: 12][Int(message.header.type.rawValue)]
        guard let size, message.payload.count >= size else { continue }
        var attributes = AttributeCursor(message.payload.lowerBound + size..<message.payload.upperBound)
        while let attribute = try? attributes.next(in: bytes) {
          take(attribute, size, bytes.copy(attribute.payload), bytes.text(in: attribute.payload))
        }
      }
    }
  }

  private mutating func take(_ attribute: Attribute, _ size: Int, _ payload: [UInt8], _ text: String) {
    switch (size, attribute.type) {
    // An address such as 02:00:00:00:00:00 would be found in any file.
    case (16, 1) where payload.count == 6 && Set(payload).count > 3:
      hardware.insert(payload)
      // The interface identifier that is made of it (RFC 4291, appendix A).
      hardware.insert([
        payload[0] ^ 2, payload[1], payload[2], 0xFF, 0xFE, payload[3], payload[4], payload[5],
      ])
    case (16, 3) where text != "lo": names.insert(text)
    case (16, 11) where Set(payload.dropFirst(4)).count > 3: words.insert(Array(payload[4...]))
    case (8, 1), (8, 2), (12, 5):
      if let address = RawAddress(0..<payload.count, in: payload.span), address.isRoutable {
        addresses.insert(payload)
      }
    default: break
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    for start in 0...count - part.count where self[start] == first {
      if self[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }
}
