import Foundation
import PathMonitoring
import Testing

@testable import pathmonitor

/// What the tool prints of a path.
@Suite struct PathOutputTests {
  private let path = NetworkPath(
    status: .satisfied,
    availableInterfaces: [
      NetworkInterface(name: "wg0", index: 5, type: .other),
      NetworkInterface(name: "wwan0", index: 3, type: .cellular),
    ], isExpensive: true, supportsIPv4: true, supportsIPv6: true, supportsDNS: true,
    gateways: [.hostPort(host: "192.0.2.1", port: .any), .hostPort(host: "2001:db8::1", port: .any)])

  @Test func jsonHasTheKeysInTheirOrder() throws {
    let text = PathJSON.object(path, backend: "netlink", time: "2026-11-30T05:33:53.125Z").text
    #expect(
      text == """
        {"status":"satisfied","unsatisfiedReason":"notAvailable",\
        "interfaces":[{"name":"wg0","index":5,"type":"other"},{"name":"wwan0","index":3,"type":"cellular"}],\
        "supportsIPv4":true,"supportsIPv6":true,"supportsDNS":true,"isExpensive":true,"isConstrained":false,\
        "gateways":["192.0.2.1","2001:db8::1"],"backend":"netlink","time":"2026-11-30T05:33:53.125Z"}
        """)
  }

  @Test func jsonIsReadBackWhateverTheText() throws {
    let odd = "quote \" slash \\ newline \n tab \t bell \u{07} escape \u{1B} snow ☃ nul \0"
    let text = JSONValue.object([("odd", .string(odd)), ("list", .array([.number(-1), .bool(true)]))]).text
    #expect(!text.contains("\n"))
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(read?["odd"] as? String == odd)
    #expect((read?["list"] as? [Any])?.count == 2)
  }

  @Test func deniedMediumIsNamed() {
    let output = PathOutput(isJSON: false, showsColours: false)
    let denied = { NetworkPath(status: .unsatisfied, unsatisfiedReason: $0) }
    #expect(output.text(denied(.cellularDenied)) == "unsatisfied  mobile data denied by the policy")
    #expect(output.text(denied(.wifiDenied)) == "unsatisfied  Wi-Fi denied by the policy")
    #expect(output.text(denied(.notAvailable)) == "unsatisfied  no network route")
  }

  @Test func textIsForPeople() {
    let output = PathOutput(isJSON: false, showsColours: false)
    #expect(
      output.text(path)
        == "satisfied  wg0 (other), wwan0 (cellular)  IPv4 IPv6 DNS expensive  via 192.0.2.1, 2001:db8::1")
    #expect(output.text(NetworkPath(status: .unsatisfied)) == "unsatisfied  no network route")
    #expect(output.text(NetworkPath(status: .satisfied)) == "satisfied  unknown")
  }

  @Test func coloursOnlyWhereTheyAreShown() {
    #expect(
      PathOutput(isJSON: false, showsColours: true).text(path).hasPrefix("\u{1B}[32msatisfied\u{1B}[0m"))
    #expect(!PathOutput(isJSON: true, showsColours: true).line(path, backend: "netlink").contains("\u{1B}"))
  }

  @Test func timestampsAreRFC3339() {
    let pattern = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#
    #expect(WallClock.timestamp.wholeMatch(of: pattern) != nil)
    #expect(WallClock.timeOfDay.wholeMatch(of: #/\d\d:\d\d:\d\d\.\d{3}/#) != nil)
  }

  @Test(
    "every type has a name that is read back",
    arguments: [
      NetworkInterface.InterfaceType.wifi, .cellular, .wiredEthernet, .loopback, .other,
    ])
  func types(_ type: NetworkInterface.InterfaceType) {
    #expect(InterfaceTypeName.type(InterfaceTypeName.name(type)) == type)
    #expect(InterfaceTypeName.list.contains(InterfaceTypeName.name(type)))
  }
}
