import Netlink
import TestSupport

@testable import PathMonitoring

/// A system that answers what a test sets. Unless it sets more, nothing but files tells of links.
final class ScriptedSystem: PolledSystem {
  typealias Connector = (RawAddress, _ link: String?) -> PolledConnection

  /// The links by ioctl; nil if ioctls are refused.
  var links: [String: PolledLink]?
  var drivers: [String: String] = [:]
  var wireless: Set<String> = []
  var ipv4: [PolledAddress]?
  var library: [PolledAddress] = []
  var connector: Connector = { _, _ in .refused(.networkUnreachable) }
  /// Thrown by every connection.
  var shortage: SystemError?
  /// Thrown where no socket can be had.
  var refusal: SystemError?
  private(set) var connections = 0

  init(ipv4: [PolledAddress]? = nil) { self.ipv4 = ipv4 }

  func check() throws(SystemError) {
    if let refusal { throw refusal }
  }

  func link(_ name: String) throws(SystemError) -> PolledLink? {
    guard let links else { return PolledLink() }
    return links[name]
  }

  func name(_ index: Int32) -> String? { links?.first { $0.value.index == index }?.key }

  func driver(_ name: String) -> String? { drivers[name] }

  func isWireless(_ name: String) -> Bool { wireless.contains(name) }

  func ipv4Addresses() throws(SystemError) -> [PolledAddress]? { ipv4 }

  func libraryAddresses() -> [PolledAddress] { library }

  func connect(_ address: RawAddress, boundTo link: String?) throws(SystemError) -> PolledConnection {
    connections += 1
    if let shortage { throw shortage }
    return connector(address, link)
  }
}

extension PolledAddress {
  /// 192.0.2.`number` on a link.
  static func ipv4(_ linkName: String, _ number: UInt64) -> PolledAddress {
    PolledAddress(linkName: linkName, address: .ipv4(0xC000_0200 + number))
  }
}
