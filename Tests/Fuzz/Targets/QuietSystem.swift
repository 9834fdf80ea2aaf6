import Netlink

@testable import PathMonitoring

/// A system without ioctls, in which every address is reached from one that follows from it.
final class QuietSystem: PolledSystem {
  func check() throws(SystemError) {}
  func link(_ name: String) throws(SystemError) -> PolledLink? { PolledLink() }
  func name(_ index: Int32) -> String? { nil }
  func driver(_ name: String) -> String? { name.hasPrefix("br") ? "bridge" : nil }
  func isWireless(_ name: String) -> Bool { name.hasPrefix("wl") }
  func ipv4Addresses() throws(SystemError) -> [PolledAddress]? {
    [
      PolledAddress(linkName: "eth0", address: RawAddress(family: .ipv4, high: 0, low: 0xC000_0202)),
      PolledAddress(linkName: "wlan0", address: RawAddress(family: .ipv4, high: 0, low: 0xC633_6402)),
    ]
  }
  func libraryAddresses() -> [PolledAddress] { [] }

  func connect(_ address: RawAddress, boundTo link: String?) throws(SystemError) -> PolledConnection {
    switch (address.family, address.low % 4) {
    case (.ipv4, 0), (.ipv4, 1): .source(RawAddress(family: .ipv4, high: 0, low: 0xC000_0202))
    case (.ipv4, 2): .source(RawAddress(family: .ipv4, high: 0, low: 0xC633_6402))
    case (.ipv6, 0...2): .source(RawAddress(family: .ipv6, high: 0x2001_0DB8 << 32, low: 2))
    default: .refused(.networkUnreachable)
    }
  }
}
