import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// The type of every interface of every recording, from its messages and its sysfs text.
@Suite struct RecordedTypeTests {
  @Test("types are what the interfaces were made to be", arguments: Capture.kernels)
  func types(_ kernel: String) throws {
    let rows = CaptureTruth.rows(kernel)
    #expect(rows.count > 190)
    for row in rows {
      let capture = Capture(kernel: kernel, name: row.capture)
      let links = try RecordedKernel(capture).links.reduce(into: [Int32: LinkRecord]()) {
        $0[$1.index] = LinkRecord($1)
      }
      let sysfs = RecordedSysfs(capture)
      var natures = InterfaceNatures { sysfs.facts($0, $1) }
      let link = try #require(links[row.index], "\(capture) has no link \(row.index)")
      let nature = natures.nature(link, links)
      #expect(link.name == row.interface)
      #expect(nature.type == expected(row), "\(capture) \(row.interface), made as \(row.kind)")
    }
  }

  private func expected(_ row: CaptureTruth) -> NetworkInterface.InterfaceType {
    switch row.kind {
    case "loopback": .loopback
    // Made on a Wi-Fi interface.
    case "wifi", "stacked": .wifi
    case "cellular": .cellular
    case "bridge": row.capture == "wifi-access-point-bridged" ? .wifi : .wiredEthernet
    case "wired", "usb-tether", "usb-gadget", "netkit", "hsr", "bond", "team", "vlan", "macvlan", "macvtap",
      "ipvlan", "ipvtap", "macsec":
      .wiredEthernet
    default: .other
    }
  }
}
