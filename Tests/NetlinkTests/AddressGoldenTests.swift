import Netlink
import TestSupport
import Testing

/// Addresses, as real kernels told of them.
@Suite struct AddressGoldenTests {
  private func addresses(_ name: String, _ kernel: String, _ file: String = "getaddr.nl") throws
    -> [AddressMessage]
  {
    try Capture(kernel: kernel, name: name).messages(file).compactMap(\.address)
  }

  private let permanent = AddressFlags(rawValue: 0x80)

  @Test(
    "on a point-to-point link the local address is ours, the other one the peer's", arguments: Capture.kernels
  )
  func pointToPoint(_ kernel: String) throws {
    let addresses = try addresses("ppp", kernel).filter { $0.linkIndex == 2 }
    #expect(addresses.count == 2)
    #expect(
      addresses.first
        == AddressMessage(
          linkIndex: 2, prefixLength: 32, flags: permanent, local: RawAddress(hex: "0a000001"),
          peer: RawAddress(hex: "0a000002")))
    // The interface identifiers differ from recording to recording.
    let bytes = try #require(Capture(kernel: kernel, name: "ppp").bytes("getaddr.nl"))
    let (own, peer) = try ipv6Ends(bytes)
    #expect(own != peer)
    #expect(
      addresses.last
        == AddressMessage(linkIndex: 2, prefixLength: 128, flags: permanent, local: own, peer: peer))
  }

  /// IFA_LOCAL and IFA_ADDRESS of the message that has both with 16 bytes each, found by their headers.
  private func ipv6Ends(_ bytes: [UInt8]) throws -> (own: RawAddress, peer: RawAddress) {
    func value(_ type: UInt16) -> RawAddress? {
      let header = Wire.u16(20) + Wire.u16(type)
      // The last one is that of the last address, which is the link's.
      let place = bytes.indices.last { $0 + 20 <= bytes.count && Array(bytes[$0..<$0 + 4]) == header }
      return place.map { RawAddress(hex: bytes[$0 + 4..<$0 + 20].map(Self.hex).joined()) }
    }
    return (try #require(value(2)), try #require(value(1)))
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  @Test("IPv4 of a broadcast link", arguments: Capture.kernels)
  func broadcast(_ kernel: String) throws {
    let expected = AddressMessage(
      linkIndex: 2, prefixLength: 24, flags: permanent, local: RawAddress(hex: "0a00020f"))
    #expect(try addresses("wired-1-online", kernel).contains(expected))
  }

  @Test(
    "IPv6 has no IFA_LOCAL, and flags that the byte of the header cannot hold", arguments: Capture.kernels)
  func ipv6(_ kernel: String) throws {
    let addresses = try addresses("wired-1-online", kernel)
    let site = try #require(
      addresses.first { $0.local == RawAddress(hex: "fec0000000000000505400fffe123456") })
    #expect(site.prefixLength == 64)
    // IFA_F_MANAGETEMPADDR, which is 0x100.
    #expect(site.flags.rawValue & 0x100 != 0)
    #expect(site.flags.isDisjoint(with: [.duplicate, .deprecated]))
    let loopback = AddressMessage(
      linkIndex: 1, prefixLength: 128, flags: permanent,
      local: RawAddress(hex: "00000000000000000000000000000001"))
    #expect(addresses.contains(loopback))
  }

  @Test("duplicate address detection is under way, then over", arguments: Capture.kernels)
  func tentative(_ kernel: String) throws {
    #expect(
      try addresses("vlan", kernel).contains { $0.flags.contains(.tentative) && $0.local?.family == .ipv6 })
    #expect(try addresses("ppp", kernel).allSatisfy { !$0.flags.contains(.tentative) })
  }

  @Test("what came and what went", arguments: Capture.kernels)
  func events(_ kernel: String) throws {
    let messages = try Capture(kernel: kernel, name: "changes").messages("events.nl")
    let address = AddressMessage(
      linkIndex: 2, prefixLength: 24, flags: permanent, local: RawAddress(hex: "c000020a"))
    let story = messages.compactMap { message -> Bool? in
      switch message {
      case .newAddress(address): true
      case .deletedAddress(address): false
      default: nil
      }
    }
    // Added, deleted, added again; told of once more when the link gets another name; gone with the link.
    #expect(story == [true, false, true, true, false])
  }
}
