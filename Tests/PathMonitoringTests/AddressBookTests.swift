import Netlink
import Testing

@testable import PathMonitoring

@Suite struct AddressBookTests {
  private let address = RawAddress(family: .ipv6, high: 0x2001_0DB8 << 32, low: 2)

  @Test func refreshedLifetimeIsNoNews() {
    var book = AddressBook()
    #expect(book.add(message()) == true)
    #expect(book.add(message()) == false)
  }

  @Test(
    "flags to state",
    arguments: [
      ([], LocalAddress.State.preferred, true), (.deprecated, .deprecated, true),
      (.tentative, .tentative, false),
      ([.tentative, .optimistic], .optimistic, true), ([.tentative, .duplicate], .duplicate, false),
    ] as [(AddressFlags, LocalAddress.State, Bool)])
  func state(_ flags: AddressFlags, _ state: LocalAddress.State, _ counts: Bool) {
    var book = AddressBook()
    #expect(book.add(message(flags)) == true)
    #expect(book.state(address) == state)
    #expect(book.hasCounting(.ipv6) == counts)
    #expect(book.hasCounting(.ipv4) == false)
  }

  @Test func endOfDetectionCounts() {
    var book = AddressBook()
    _ = book.add(message(.tentative))
    #expect(book.add(message()) == true)
    #expect(book.hasCounting(.ipv6))
    #expect(book.remove(message()) == true)
    #expect(book.hasCounting(.ipv6) == false)
    #expect(book.remove(message()) == false)
    #expect(book.state(address) == .missing)
  }

  @Test func addressOnTwoLinksIsJudgedByItsBest() {
    var book = AddressBook()
    _ = book.add(message(.tentative, link: 2))
    _ = book.add(message([], link: 3))
    #expect(book.state(address) == .preferred)
    book.removeAll(ofLink: 3)
    #expect(book.state(address) == .tentative)
    #expect(book.hasCounting(.ipv6) == false)
  }

  @Test func addressWithTwoPeersStandsUntilBothAreGone() {
    func message(_ peer: UInt64) -> AddressMessage {
      AddressMessage(
        linkIndex: 2, prefixLength: 32, flags: [],
        local: RawAddress(family: .ipv4, high: 0, low: 0x0A00_0002),
        peer: RawAddress(family: .ipv4, high: 0, low: peer))
    }
    var book = AddressBook()
    #expect(book.add(message(0x0A00_0001)) == true)
    #expect(book.add(message(0x0A00_0009)) == true)
    #expect(book.remove(message(0x0A00_0009)) == true)
    #expect(book.hasCounting(.ipv4))
    #expect(book.remove(message(0x0A00_0001)) == true)
    #expect(!book.hasCounting(.ipv4))
  }

  @Test func linkLocalAddressIsNoSource() {
    var book = AddressBook()
    _ = book.add(
      AddressMessage(
        linkIndex: 2, prefixLength: 16, flags: [], local: RawAddress(family: .ipv4, high: 0, low: 0xA9FE_0707)
      ))
    #expect(book.hasCounting(.ipv4) == false)
  }

  private func message(_ flags: AddressFlags = [], link: Int32 = 2) -> AddressMessage {
    AddressMessage(linkIndex: link, prefixLength: 64, flags: flags, local: address)
  }
}
