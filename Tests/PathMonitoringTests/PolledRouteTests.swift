import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// The routes of /proc/net, as kernels print them.
@Suite struct PolledRouteTests {
  @Test func ipv4RowsAreRead() throws {
    let text = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT     \u{20}
      eth0\t00000000\t0100000A\t0003\t0\t0\t600\t00000000\t0\t0\t0            \u{20}
      *\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0               \u{20}
      eth0\t00000080\t0100000A\t0003\t0\t0\t0\t00000080\t0\t0\t0             \u{20}
      eth1\t0000000A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0            \u{20}

      """
    let routes = PolledRoute.ipv4(Array(text.utf8))
    #expect(routes.map(\.linkName) == ["eth0", "*", "eth0", "eth1"])
    #expect(routes.map(\.prefixLength) == [0, 0, 1, 24])
    #expect(routes.map(\.metric) == [600, 50, 0, 0])
    #expect(routes.map(\.isReject) == [false, true, false, false])
    #expect(routes[0].gateway == .ipv4(0x0A00_0001) && routes[3].gateway == nil)
    #expect(routes[2].destination == .ipv4(0x8000_0000) && routes[3].destination == .ipv4(0x0A00_0000))
  }

  @Test func ipv6RowsAreRead() throws {
    let zero = String(repeating: "0", count: 32)
    let text = """
      fe800000000000000000000000000000 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000001     eth0
      \(zero) 00 \(zero) 00 fe800000000000000000000000000001 00000400 00000001 00000000 18000003     eth0
      \(zero) 00 \(zero) 00 fe800000000000000000000000000002 00000400 00000001 00000000 08040003     eth1
      \(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo
      00000000000000000000000000000001 80 \(zero) 00 \(zero) 00000000 00000002 00000000 80200001       lo

      """
    let routes = PolledRoute.ipv6(Array(text.utf8))
    #expect(routes.map(\.linkName) == ["eth0", "eth0", "eth1", "lo"])
    #expect(routes.map(\.prefixLength) == [64, 0, 0, 0])
    #expect(routes.map(\.preference) == [0, 3, 1, 0])
    #expect(routes.map(\.isAdvertised) == [false, false, true, false])
    #expect(routes.map(\.isReject) == [false, false, false, true])
    #expect(routes[1].gateway == RawAddress(family: .ipv6, high: 0xFE80 << 48, low: 1))
  }

  @Test("a row that is cut short or makes no sense is none")
  func damage() {
    let row = Array("eth0\t00000000\t0100000A\t0003\t0\t0\t600\t00000000\t0\t0\t0\n".utf8)
    for end in 0..<row.count { #expect(PolledRoute.ipv4(Array(row[..<end])).isEmpty) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = row
      for _ in 0..<4 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      _ = PolledRoute.ipv4(bytes)
      _ = PolledRoute.ipv6(bytes)
    }
    for word in ["99999999999999999999", "FFFFFFFFF", "-1", "", "é", "\u{0}"] {
      #expect(PolledRoute.ipv4(Array("eth0\t\(word)\t0\t0003\t0\t0\t0\t0\n".utf8)).count <= 1)
    }
  }
}
