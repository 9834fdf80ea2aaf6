import PathMonitoring
import Testing

@testable import pathmonitor

/// What `explain` says.
@Suite struct ExplanationTests {
  private let eth0 = NetworkInterface(name: "eth0", index: 2, type: .wiredEthernet)
  private let wlan0 = NetworkInterface(name: "wlan0", index: 3, type: .wifi)

  @Test func pathAndReasonsStandInOrder() {
    let egress = NetworkEgress(
      .ipv4, linkIndex: 2, gateways: ["192.0.2.1"], source: LocalAddress("192.0.2.2"))
    let explanation = PathExplanation(
      path: NetworkPath(status: .satisfied, availableInterfaces: [eth0], supportsIPv4: true),
      links: [
        .init(
          link: NetworkLink(eth0), requirements: PathRequirements(),
          families: [
            .ipv4: .inPath(egress, metric: 100, isChosenByKernel: true),
            .ipv6: .noSource([LocalAddress("2001:db8::2", state: .duplicate)]),
          ]),
        .init(
          link: NetworkLink(wlan0, condition: .noCarrier), requirements: PathRequirements(),
          families: [.ipv4: .condition(.noCarrier), .ipv6: .condition(.noCarrier)]),
      ],
      families: [.ipv4: .leaves(["eth0"]), .ipv6: .noAddress], hasNameserver: false)
    #expect(
      ExplanationText.text(explanation, PathRequirements()) == """
        satisfied (Path is satisfied), interface: eth0, ipv4

        IPv4 leaves by eth0
        IPv6 has no address that could be a source (routable, and past duplicate detection)
        DNS has no name server configured

        eth0 (2): wiredEthernet; usable
          IPv4 first in the path, the kernel's own choice: via 192.0.2.1, source 192.0.2.2, metric 100
          IPv6 not in the path: no address that could be a source: 2001:db8::2, which another host has \
        (duplicate detection failed)

        wlan0 (3): wifi; no carrier: no cable, access point or program at the other end
        """)
    let json = ExplanationJSON.object(explanation, time: "now").text
    #expect(json.contains(#""ipv4":{"isInPath":true,"reason":"via 192.0.2.1"#))
    #expect(json.contains(#""condition":"no carrier"#))
  }

  @Test func requirementThatLeavesALinkOutIsNamed() {
    let explanation = PathExplanation(
      path: NetworkPath(status: .unsatisfied),
      links: [
        .init(
          link: NetworkLink(wlan0), requirements: PathRequirements(prohibitedTypes: [.wifi]),
          families: [.ipv4: .inPath(NetworkEgress(.ipv4, linkIndex: 3), metric: 0, isChosenByKernel: true)])
      ], families: [:], hasNameserver: true)
    let text = ExplanationText.text(explanation, PathRequirements(prohibitedTypes: [.wifi]))
    #expect(text.contains("left out: its type wifi is prohibited"))
    #expect(text.contains("has a way out, and is not in the path"))
  }

  @Test func whatThePolicyDecidedIsSaid() {
    let requirements = PathRequirements(
      policy: PathPolicy([
        .init(name: "wlan*", interfaceType: .cellular, isExpensive: false), .init(isConstrained: true),
        .init(ofType: .wiredEthernet, isExpensive: true, isProhibited: true),
      ]))
    let links = [wlan0, eth0].map {
      PathExplanation.Link(link: NetworkLink($0), requirements: requirements, families: [:])
    }
    let explanation = PathExplanation(
      path: NetworkPath(status: .unsatisfied), links: links, families: [:], hasNameserver: true)
    let text = ExplanationText.text(explanation, requirements)
    #expect(
      text.hasSuffix(
        """

        wlan0 (3): wifi; usable; counts as cellular by rule 1 of the policy; \
        not expensive by rule 1 of the policy; constrained by rule 2 of the policy

        eth0 (2): wiredEthernet; usable; expensive by rule 3 of the policy; \
        constrained by rule 2 of the policy; left out: it is prohibited by rule 3 of the policy
        """))
    let json = ExplanationJSON.object(explanation, time: "now").text
    #expect(json.contains(#""policy":["counts as cellular by rule 1 of the policy","not expensive"#))
    #expect(json.contains(#""objection":"it is prohibited by rule 3 of the policy""#))
  }
}
