import Netlink
import TestSupport
import Testing

/// Rules, as real kernels told of them, and by hand what the recordings lack.
@Suite struct RuleTests {
  private func rules(_ name: String, _ kernel: String) throws -> [RuleMessage] {
    try Capture(kernel: kernel, name: name).messages("getrule.nl").compactMap(\.rule)
  }

  /// RTM_NEWRULE (32) with a `struct fib_rule_hdr`.
  private func rule(
    source: UInt8 = 0, destination: UInt8 = 0, table: UInt8 = 254, action: UInt8 = 1, flags: UInt32 = 0,
    _ attributes: [UInt8]...
  ) throws -> RuleMessage? {
    try decode(
      Wire.message(
        32, [2, destination, source, 0, table, 0, 0, action] + Wire.u32(flags) + attributes.flatMap { $0 })
    ).rule
  }

  @Test("not of the tunnel's own mark: to the tunnel's table", arguments: Capture.kernels)
  func mark(_ kernel: String) throws {
    let rule = try #require(try rules("wireguard", kernel).first { $0.mark != 0 })
    #expect(rule.family == AddressFamily.ipv4.rawValue)
    #expect(rule.action == .toTable)
    #expect(rule.flags == .inverted)
    #expect(rule.table == 51820)
    #expect(rule.mark == 51820)
    #expect(rule.markMask == .max)
    #expect(rule.priority == 32765)
    #expect(rule.suppressedPrefixLength == nil)
    #expect(rule.sourceLength == 0 && rule.destinationLength == 0)
    #expect(rule.inputName == nil && rule.outputName == nil && rule.userRange == nil && !rule.selectsVRF)
  }

  @Test("no default route of main counts", arguments: Capture.kernels)
  func suppressed(_ kernel: String) throws {
    let rule = try #require(try rules("wireguard", kernel).first { $0.suppressedPrefixLength != nil })
    #expect(rule.suppressedPrefixLength == 0)
    #expect(rule.table == 254)
    #expect(rule.priority == 32764)
    #expect(rule.flags == [])
  }

  @Test("the rule of all VRFs", arguments: Capture.kernels)
  func vrf(_ kernel: String) throws {
    let rules = try rules("vrf", kernel).filter(\.selectsVRF)
    #expect(rules.contains { $0.family == AddressFamily.ipv4.rawValue })
    #expect(rules.contains { $0.family == AddressFamily.ipv6.rawValue })
    for rule in rules { #expect(rule.priority == 1000 && rule.table == 0) }
  }

  @Test("the three of every host, and those of multicast beside them", arguments: Capture.kernels)
  func standard(_ kernel: String) throws {
    let rules = try rules("lo", kernel)
    let ipv4 = rules.filter { $0.family == AddressFamily.ipv4.rawValue }
    #expect(ipv4.map(\.table) == [255, 254, 253])
    #expect(ipv4.map(\.priority) == [0, 32766, 32767])
    #expect(rules.contains { $0.family == 128 })
  }

  @Test("names, a source, a destination")
  func selectors() throws {
    let rule = try rule(
      source: 24, destination: 8, action: 7, Wire.attribute(3, Array("wlan0\0".utf8)),
      Wire.attribute(17, Array("eth0\0".utf8)))
    #expect(rule?.sourceLength == 24)
    #expect(rule?.destinationLength == 8)
    #expect(rule?.action == .unreachable)
    #expect(rule?.inputName == "wlan0")
    #expect(rule?.outputName == "eth0")
    #expect(rule?.markMask == nil)
  }

  @Test("users from one to another; none where the bounds are the wrong way round")
  func users() throws {
    #expect(try rule(Wire.attribute(20, Wire.u32(1000) + Wire.u32(2000)))?.userRange == 1000...2000)
    #expect(try rule(Wire.attribute(20, Wire.u32(0) + Wire.u32(.max)))?.userRange == 0...UInt32.max)
    #expect(try rule(Wire.attribute(20, Wire.u32(2) + Wire.u32(1)))?.userRange == nil)
    #expect(throws: NetlinkDecodeError(offset: 32, reason: .wrongAttributeSize(attribute: 20, size: 4))) {
      try rule(Wire.attribute(20, Wire.u32(1)))
    }
  }

  @Test("suppressed prefix lengths: -1 is none")
  func suppressedByHand() throws {
    #expect(try rule(Wire.attribute(14, Wire.u32(.max)))?.suppressedPrefixLength == nil)
    #expect(try rule(Wire.attribute(14, Wire.u32(16)))?.suppressedPrefixLength == 16)
  }

  @Test("a VRF selector that is 0 selects none")
  func noVRF() throws {
    #expect(try rule(Wire.attribute(19, [0]))?.selectsVRF == false)
    #expect(try rule(Wire.attribute(19, [1]))?.selectsVRF == true)
  }
}
