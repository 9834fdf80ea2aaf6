import PathMonitoringTesting
import TestSupport
import Testing

@testable import PathMonitoring

/// Scenario files: what is read, what is refused and where, and that what is written reads the same.
@Suite struct ScenarioTests {
  private static func file(_ step: String) -> String {
    """
    {
      "scenario": "test",
      "links": [{"name": "eth0", "type": "wiredEthernet"}, {"name": "wlan0", "type": "wifi", "condition": "noCarrier"}],
      "steps": [
        \(step)
      ]
    }
    """
  }

  @Test func fileIsRead() throws {
    let scenario = try Scenario(
      json: """
        {"$schema": "scenario.schema.json", "scenario": "A", "about": "B", "repeat": 3, "nameservers": ["192.0.2.1"],
         "links": [{"name": "eth0", "type": "wiredEthernet", "index": 7, "ipv4": {"address": "192.0.2.9"}, "metric": 5}],
         "steps": [{"do": "unplug", "note": "c"}, {"after": "1m1s", "do": "plug", "link": "eth0"}]}
        """)
    #expect(scenario.name == "A" && scenario.about == "B" && scenario.passes == 3)
    #expect(
      scenario.steps == [
        Scenario.Step(.unplug(nil), note: "c"), Scenario.Step(after: .seconds(61), .plug("eth0")),
      ])
    #expect(scenario.duration == .seconds(183))
    let (network, problems) = scenario.beginning
    #expect(problems.isEmpty && PathEvaluator.path(network.snapshot).brief == "eth0 4 dns")
  }

  @Test(
    "what is wrong is said with file, line and column",
    arguments: [
      (#"{"do": "unplugg"}"#, #"t.json:5:12: "do" cannot be "unplugg"; did you mean "unplug"?"#),
      (
        #"{"do": "unplug", "lnk": "eth0"}"#,
        #"t.json:5:22: a step that does "unplug" has no key "lnk"; did you mean "link"?"#
      ),
      (
        #"{"do": "unplug", "link": 7}"#, #"t.json:5:30: "link" should be text in double quotes, not a number"#
      ),
      (
        #"{"do": "unplug", "link": "eth7"}"#,
        #"t.json:5:5: unplug: there is no link "eth7"; did you mean "eth0"?"#
      ),
      (
        #"{"after": "2 s", "do": "unplug"}"#,
        "t.json:5:15: \"after\" \"2 s\" is no span of time; write a number and a unit, such as \"500ms\", \"2s\" or \"1m30s\""
      ),
      (
        #"{"after": 2, "do": "unplug"}"#,
        #"t.json:5:15: "after" should be text in double quotes, not a number"#
      ),
      (#"{"after": "2s"}"#, #"t.json:5:5: a step needs the key "do""#),
      (#"{}"#, #"t.json:5:5: a step needs the key "do""#),
      (#""unplug""#, #"t.json:5:5: a step should be an object in { }, not text"#),
      (
        #"{"do": "setMetric", "link": "eth0"}"#,
        #"t.json:5:5: a step that does "setMetric" needs the key "metric""#
      ),
      (
        #"{"do": "setMetric", "link": "eth0", "metric": 1.5}"#,
        #"t.json:5:51: "metric" should be a whole number from 0 to 2147483647"#
      ),
      (
        #"{"do": "flap", "times": 0, "period": "1s"}"#,
        #"t.json:5:29: "times" should be a whole number from 1 to 10000"#
      ),
      (
        #"{"do": "getDHCP", "link": "eth0", "address": "2001:db8::1"}"#,
        #"t.json:5:50: "address" should be an IPv4 address, such as "192.0.2.10""#
      ),
      (
        #"{"do": "getDHCP", "link": "eth0", "address": "256.0.0.1"}"#,
        #"t.json:5:50: "address" "256.0.0.1" is no IPv4 or IPv6 address"#
      ),
      (
        #"{"do": "getDHCP", "link": "eth0", "gateway": "192.0.2.1"}"#,
        #"t.json:5:50: "gateway" and "state" need an "address" beside them"#
      ),
      (
        #"{"do": "addLink", "link": {"name": "eth0", "type": "wifi"}}"#,
        #"t.json:5:5: addLink: there is a link "eth0" already; take another name"#
      ),
      (
        #"{"do": "addLink", "link": {"name": "eth1", "type": "ethernet"}}"#,
        #"t.json:5:56: "type" cannot be "ethernet"; it is one of wifi, cellular, wiredEthernet, loopback, other"#
      ),
      (
        #"{"do": "set", "snapshot": {"egresses": [{"family": "ipv4", "link": 2, "gateways": ["fe80::1%eth0"]}]}}"#,
        #"t.json:5:88: "fe80::1%eth0" names no link of the snapshot after the %"#
      ),
      (
        #"{"do": "flap", "times": 10000, "period": "87600h"}"#,
        "t.json:4:12: the scenario takes longer than ten years; shorten its steps"
      ),
      (
        #"{"do": "unplug"},"#,
        "t.json:6:3: a value should be here; is there a comma too many?"
      ),
      (#"// {"do": "unplug"}"#, "t.json:5:5: JSON has no comments; remove it"),
      (#"{"do": 'unplug'}"#, "t.json:5:12: text stands in double quotes, not in single ones"),
      (#"{'do': "unplug"}"#, "t.json:5:6: text stands in double quotes, not in single ones"),
      (
        #"{"do": unplug}"#,
        "t.json:5:12: a value should be here: \"text\", a number, true, false, null, { or ["
      ),
      (
        #"{"do": "getDHCP", "address": "192.0.2.1/24"}"#,
        #"t.json:5:34: "address" "192.0.2.1/24" is no IPv4 or IPv6 address; leave out the / and what follows"#
      ),
      ("{\"do\": \"unplug\", \"do\": \"plug\"}", #"t.json:5:22: the key "do" is there twice; remove one"#),
    ])
  func errors(_ step: String, _ words: String) {
    #expect { try Scenario(json: Self.file(step), name: "t.json") } throws: {
      let description = ($0 as? ScenarioError)?.description
      #expect(description == words)
      return description?.contains("\n") == false
    }
  }

  @Test(
    "what is wrong with the whole is said",
    arguments: [
      (#"{"steps": []}"#, #"t:1:1: a scenario needs the key "scenario""#),
      (#"[]"#, "t:1:1: a scenario should be an object in { }, not a list in [ ]"),
      (
        #"{"scenario": "a", "links": [{"name": "a", "type": "wifi"}, {"name": "a", "type": "wifi"}]}"#,
        #"t:1:60: there is a link "a" already; take another name"#
      ),
      (
        #"{"scenario": "a", "links": [], "snapshot": {}}"#,
        #"t:1:44: "snapshot" says all that there is at first; leave out "links" and "nameservers""#
      ),
      (
        #"{"scenario": "a", "repeat": 2, "steps": [{"do": "addLink", "link": {"name": "a", "type": "wifi"}}]}"#,
        #"t:1:42: addLink: there is a link "a" already; take another name"#
      ),
      (#"{"scenario": "a", "step": []}"#, #"t:1:19: a scenario has no key "step"; did you mean "steps"?"#),
      (#"{"scenario": "a", "repeat": 0}"#, #"t:1:29: "repeat" should be a whole number from 1 to 1000000"#),
    ])
  func errorsOfTheWhole(_ text: String, _ words: String) {
    #expect { try Scenario(json: text, name: "t") } throws: { ($0 as? ScenarioError)?.description == words }
  }

  @Test func fileThatCannotBeReadSaysWhy() throws {
    let folder = try TemporaryFolder()
    func problem(_ path: String) -> String? {
      do throws(ScenarioError) {
        _ = try Scenario(contentsOf: path)
        return nil
      } catch { return error.description }
    }
    let missing = folder.path + "/none.json"
    #expect(
      problem(missing)?.hasPrefix("\(missing): the scenario cannot be read: open \(missing): No such file")
        == true)
    #expect(problem(folder.path)?.contains("read \(folder.path)") == true)
    #expect(
      problem("/dev/zero") == "/dev/zero: the scenario is larger than 16 MiB; split it, or let steps repeat")
    #expect(problem("/dev/null")?.hasPrefix("/dev/null:1:1: ") == true)
  }

  /// An event of each word, with all that it can have.
  static let events: [SimulatedEvent] = {
    var link = SimulatedLink("eth1", .other)
    (link.index, link.condition, link.isSwitchedOn) = (9, .testing, false)
    link.ipv4 = SimulatedAddress("192.0.2.9", gateway: "fe80::1", state: .duplicate)
    link.ipv6 = SimulatedAddress("2001:db8::9", gateway: "fe80::1", state: .missing)
    (link.metric, link.isMetered, link.isTunnel) = (7, true, true)
    (link.lowerLink, link.isSplit, link.network) = ("eth0", true, "a \"b\"\n")
    let (ipv4, ipv6) = (
      SimulatedAddress("192.0.2.8", gateway: "192.0.2.1"), SimulatedAddress("2001:db8::8", state: .tentative)
    )
    return [
      .addLink(link), .removeLink("eth1"), .plug("eth0"), .unplug("eth0"), .bringDown("eth0"),
      .bringUp("eth0"),
      .joinWiFi(network: "é", link: "wlan0", dhcp: false), .getDHCP("wlan0", ipv4), .gainIPv6("wlan0", ipv6),
      .roam("wlan0", loss: .milliseconds(1500), keepsAddress: false), .loseSignal("wlan0"),
      .findSignal("wlan0"),
      .loseDHCP("wlan0"), .loseIPv6("wlan0"), .leaveWiFi("wlan0"), .dial("wwan0"), .hangUp("wwan0"),
      .tetherPhone("usb0"), .untetherPhone("usb0"), .startVPN("wg0", over: "eth0", split: true),
      .stopVPN("wg0"),
      .resolverGone, .resolverBack(["192.0.2.1", "2001:db8::53"]), .prefer("eth0"), .setMetric("eth0", 3),
      .suspend,
      .resume, .flap("eth0", times: 2, period: .microseconds(3)), .fail("why\u{1}"), .recover, .set(snapshot),
      .set(.unknown), .set(.offline),
    ]
  }()

  /// A snapshot with all that one can have.
  static let snapshot: NetworkSnapshot = {
    let (wifi, tunnel) = (
      NetworkInterface(name: "wlan9", index: 9, type: .wifi),
      NetworkInterface(name: "tun%1", index: 12, type: .other)
    )
    var snapshot = NetworkSnapshot(hasNameserver: true)
    snapshot.links = [
      NetworkLink(wifi, condition: .notRunning, isMetered: true),
      NetworkLink(tunnel, underlyingTypes: [.wifi, .cellular], isTunnel: true),
    ]
    var source = LocalAddress("169.254.1.2", state: .optimistic)
    source.isRoutable = true
    snapshot.egresses = [
      NetworkEgress(.ipv4, linkIndex: 12, gateways: ["192.0.2.1", "192.0.2.2"], source: source),
      NetworkEgress(.ipv4, linkIndex: 9),
    ]
    for interface in [wifi, tunnel] {
      guard let scoped = IPv6Address([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], interface) else {
        continue
      }
      snapshot.egresses.append(NetworkEgress(.ipv6, linkIndex: interface.index, gateways: [.ipv6(scoped)]))
    }
    return snapshot
  }()

  @Test func everyEventIsReadAsItIsWritten() throws {
    #expect(Set(Self.events.map(\.verb)) == Set(SimulatedVerb.allCases))
    let steps = Self.events.enumerated().map {
      Scenario.Step(after: .milliseconds($0), $1, note: "no. \($0)")
    }
    let scenario = Scenario(
      name: "all", about: "of them", links: [.ethernet(), .wifi(), .modem()], steps: steps)
    #expect(try Scenario(json: scenario.json) == scenario)
    // A step a line, for those who edit it.
    #expect(scenario.json.split(separator: "\n").count { $0.contains("\"after\"") } == steps.count)
  }

  @Test func noNameserverIsNotTheUsualOne() throws {
    let scenario = Scenario(name: "none", nameservers: [])
    #expect(try Scenario(json: scenario.json) == scenario)
    #expect(try Scenario(json: #"{"scenario": "none"}"#) == Scenario(name: "none"))
  }

  @Test func writtenKeysAreThoseOfTheTable() throws {
    for event in Self.events {
      guard case .object(let members) = ScenarioWriter.value(Scenario.Step(event)).content else { continue }
      let keys = Set(members.map(\.key)).subtracting(ScenarioKeys.step)
      #expect(keys.isSubset(of: event.verb.keys.known) && keys.isSuperset(of: event.verb.keys.required))
    }
  }

  @Test func recordingBecomesAScenarioAndAFile() throws {
    let scenario = Scenario(
      name: "recorded",
      timeline: [
        (.zero, .offline), (.zero, .online("eth9")), (.seconds(2), Self.snapshot), (.seconds(1), .unknown),
        (.seconds(5) + .nanoseconds(7), .offline),
      ])
    #expect(scenario.steps.map(\.after) == [.seconds(2), .zero, .seconds(3) + .nanoseconds(7)])
    #expect(scenario.beginning.network.snapshot == .online("eth9"))
    let read = try Scenario(json: scenario.json)
    #expect(read == scenario)
    // What is read can be edited: verbs go on from the snapshots.
    #expect(
      try Scenario(json: scenario.json.replacing("\"steps\": [", with: "\"steps\": [{\"do\": \"unplug\"},"))
        .steps.count == 4)
  }

  @Test func scenarioWithoutSenseIsPlayedAsFarAsItMakesSense() {
    let scenario = Scenario(
      name: "odd", steps: [.init(after: .seconds(-5), .unplug(nil)), .init(.plug(nil))], passes: -3)
    let problems = Lock<[SimulationProblem]>([])
    let simulation = Simulation(scenario) { problem in problems.withLock { $0.append(problem) } }
    simulation.playAll()
    #expect(simulation.problems.map(\.description) == ["unplug: there is no cable that is in"])
    #expect(simulation.snapshot.links.map(\.interface.name) == ["eth0"])
    let long = Scenario(
      name: "long", steps: Array(repeating: .init(after: .seconds(Int64.max), .plug(nil)), count: 5),
      passes: .max)
    #expect(long.duration >= DurationText.limit)
  }

  @Test func damagedFilesNeverTrap() {
    var generator = SplitMix64(seed: 20_261_130)
    let texts = WorkedScenario.allCases.map { Array($0.json.utf8) } + [Array(Self.allEvents.utf8)]
    let odd = Array("{}[]\",:\\0-9eE.+u\u{0}\n ".utf8) + [0x80, 0xC3, 0xED, 0xFF]
    var refused = 0
    for _ in 0..<1_000 {
      guard var bytes = texts.randomElement(using: &generator) else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[place] = odd.randomElement(using: &generator) ?? 0
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(odd.randomElement(using: &generator) ?? 0, at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + 20))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do throws(ScenarioError) {
        let scenario = try Scenario(bytes, "damaged")
        Simulation(scenario) { _ in }.playAll()
      } catch {
        refused += 1
        #expect(error.description.hasPrefix("damaged:") && error.line != nil)
      }
    }
    // Some damage is to a name or a number, and leaves a scenario.
    #expect((500..<1_000).contains(refused))
  }

  private static let allEvents = Scenario(
    name: "all", links: [.ethernet(), .wifi(), .modem()], steps: events.map { .init($0) }
  ).json
}
