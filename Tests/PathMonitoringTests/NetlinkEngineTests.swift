import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// Answers and messages to snapshots, over a kernel whose answers the test sets.
@Suite struct NetlinkEngineTests {
  private let source = RawAddress.ipv4(0xC000_0202)

  @Test func everyLinkIsAskedAtTheStart() throws {
    var engine = engine()
    let path = try path(&engine)
    #expect(path.status == .satisfied && path.availableInterfaces.map(\.name) == ["eth0", "eth1"])
    #expect(
      Set(engine.kernel.questions.map(\.linkIndex)) == [0, 2, 3], "loopback and IPv6 are not asked about")
    #expect(engine.kernel.questions.allSatisfy { $0.destination.family == .ipv4 })
  }

  @Test func routesThatWentInSilenceWithTheCarrierAreNoticed() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.forgetQuestions()
    engine.take(.newLink(link(2, "eth0", flags: 0x1003)))
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
    #expect(Set(engine.kernel.questions.map(\.linkIndex)) == [0], "only what can have changed is asked")
  }

  @Test func routeOverOneLinkRaisesQuestionsAboutThatOneAlone() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.forgetQuestions()
    var route = RouteMessage(family: .ipv4, prefixLength: 0)
    route.outputIndex = 3
    engine.take(.newRoute(route))
    _ = try path(&engine)
    #expect(Set(engine.kernel.questions.map(\.linkIndex)) == [0, 3])
    engine.kernel.forgetQuestions()
    engine.kernel.answerer = { _ in .refused(.networkUnreachable) }
    engine.take(.deletedRoute(route))
    #expect(try path(&engine).status == .unsatisfied)
    #expect(
      Set(engine.kernel.questions.map(\.linkIndex)) == [0], "without a way of all, no link is asked about")
    #expect(engine.kernel.questions.count == 4, "all samples of one half, and one of the other")
    #expect(engine.kernel.exchanges == 1)
    // The other link's way was forgotten meanwhile.
    engine.kernel.answerer = { answer($0, unbound: 3) }
    engine.take(.newRoute(route))
    engine.kernel.forgetQuestions()
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1", "eth0"])
    #expect(engine.kernel.exchanges == 1, "links are asked about in the same exchange")
  }

  @Test func ofManyLinksNoneIsAskedAboutBeforeThereIsAWay() throws {
    var engine = engine()
    _ = try path(&engine)
    for index in 20...40 { engine.take(.newLink(link(Int32(index), "eth\(index)", flags: 0x11043))) }
    engine.kernel.answerer = { _ in .refused(.networkUnreachable) }
    _ = try path(&engine)
    engine.kernel.forgetQuestions()
    var route = RouteMessage(family: .ipv4, prefixLength: 0)
    route.outputIndex = 3
    engine.take(.newRoute(route))
    #expect(try path(&engine).status == .unsatisfied)
    #expect(Set(engine.kernel.questions.map(\.linkIndex)) == [0])
  }

  @Test func deletedLinkTakesRoutesOverOthersAlong() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.answerer = { $0.linkIndex == 3 ? .refused(.hostUnreachable) : answer($0) }
    // One that never was a way, and was a leg of a route all the same.
    engine.take(.newLink(link(9, "eth9", flags: 0x1003)))
    engine.take(.deletedLink(link(9, "eth9", flags: 0x1003)))
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth0"])
  }

  @Test func deletedLinkTakesNarrowRoutesAlongThatStoodBeforeAWay() throws {
    var engine = engine()
    engine.kernel.answerer = { question in
      if question.linkIndex != 3 { return answer(question) }
      return .route(.ipv4, 3, prefixLength: 32, source: .ipv4(0xC633_6402))
    }
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth0"])
    engine.kernel.answerer = { answer($0, unbound: 3) }
    engine.take(.deletedLink(link(2, "eth0")))
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
  }

  @Test("an address matters to its link, and to those whose packets carry it or another link's")
  func addressOfAnotherLink() throws {
    var engine = engine()
    _ = try path(&engine)
    func asked(_ address: AddressMessage, isNew: Bool) throws -> Set<Int32> {
      engine.kernel.forgetQuestions()
      engine.take(isNew ? .newAddress(address) : .deletedAddress(address))
      _ = try path(&engine)
      return Set(engine.kernel.questions.map(\.linkIndex))
    }
    let other = AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: .ipv4(0xC633_6409))
    #expect(try asked(other, isNew: true) == [0, 2], "packets by eth1 carry an address of its own")
    engine.kernel.answerer = { question in
      .route(.ipv4, question.linkIndex == 0 ? 2 : question.linkIndex, source: .ipv4(0xC000_0202))
    }
    let own = AddressMessage(linkIndex: 3, prefixLength: 24, flags: [], local: .ipv4(0xC633_6402))
    #expect(try asked(own, isNew: false) == [0, 3])
    #expect(try asked(other, isNew: false) == [0, 2, 3], "now they carry one of eth0's")
  }

  @Test func replacedRouteIsNoticedOnBothLinks() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.answerer = {
      $0.linkIndex == 2 ? .refused(.hostUnreachable) : .route(.ipv4, 3, source: .ipv4(0xC633_6402))
    }
    #expect(!engine.isDisturbed)
    engine.take(.newRoute(RouteMessage(family: .ipv4, prefixLength: 0)))
    #expect(engine.isDisturbed)
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
  }

  @Test func ruleThatTurnsAllTrafficIsNoticed() throws {
    var engine = engine()
    #expect(try path(&engine).availableInterfaces.first?.name == "eth0")
    engine.kernel.answerer = { answer($0, unbound: 3) }
    var rule = try #require(try recordedRule())
    rule.family = AddressFamily.ipv4.rawValue
    engine.take(.newRule(rule))
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1", "eth0"])
  }

  @Test func rejectRouteThatWinsBarsTheFamily() throws {
    var engine = engine()
    engine.kernel.answerer = { $0.linkIndex == 0 ? .refused(.invalidArgument) : answer($0) }
    #expect(try path(&engine).status == .unsatisfied)
  }

  @Test func deadLinkThatTheKernelStillChoosesIsLeftOut() throws {
    var engine = engine()
    engine.kernel.links[1].flags = LinkFlags(rawValue: 0x1003)
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
  }

  @Test func dormantLinkWithAnEgressRequiresConnection() throws {
    var engine = engine()
    engine.kernel.links.removeLast()
    engine.kernel.links[1].flags = LinkFlags(rawValue: 0x11003)
    engine.kernel.links[1].operationalState = .dormant
    #expect(try path(&engine).status == .requiresConnection)
  }

  @Test func metricThenIndexOrdersWhatTheKernelDidNotChoose() throws {
    var engine = engine()
    engine.kernel.links.append(link(4, "eth2"))
    engine.kernel.answerer = { question in
      let index = question.linkIndex == 0 ? 3 : question.linkIndex
      return .route(
        .ipv4, index, metric: [2: 600, 3: 0, 4: 100][index] ?? 0, source: RawAddress.ipv4(0xC000_0202))
    }
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1", "eth2", "eth0"])
  }

  @Test func endOfANextHopObjectOpensWaysOverOtherLinks() throws {
    var engine = engine()
    engine.kernel.hasNextHop = true
    engine.kernel.answerer = { $0.linkIndex == 3 ? .refused(.hostUnreachable) : answer($0) }
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth0"])
    engine.kernel.answerer = { $0.linkIndex == 2 ? .refused(.hostUnreachable) : answer($0, unbound: 3) }
    engine.take(.newLink(link(2, "eth0", flags: 0x1003)))
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
  }

  @Test func addressThatIsUsedWithoutAMessageIsRead() throws {
    var engine = engine()
    engine.kernel.addresses = []
    #expect(try path(&engine).status == .unsatisfied)
    let address = RawAddress(family: .ipv6, high: 0x2001_0DB8 << 32, low: 2)
    engine.kernel.addresses = [
      AddressMessage(linkIndex: 2, prefixLength: 64, flags: [.tentative, .optimistic], local: address)
    ]
    engine.kernel.answerer = { .route(.ipv6, $0.linkIndex == 0 ? 2 : $0.linkIndex, source: address) }
    var local = RouteMessage(family: .ipv6, prefixLength: 128, table: 255, kind: .local)
    local.destination = address
    engine.take(.newRoute(local))
    #expect(try path(&engine).supportsIPv6)
    engine.take(.newRoute(local))
    #expect(!engine.isDisturbed, "it is known now")
  }

  @Test func sourceThatNoMessageToldOfIsReadAbout() throws {
    var engine = engine()
    _ = try path(&engine)
    let address = RawAddress.ipv4(0xC000_0277)
    engine.kernel.addresses.append(AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: address))
    engine.kernel.answerer = { .route(.ipv4, $0.linkIndex == 0 ? 2 : $0.linkIndex, source: address) }
    engine.take(.newRoute(RouteMessage(family: .ipv4, prefixLength: 0)))
    let path = try path(&engine)
    #expect(path.status == .satisfied && path.availableInterfaces.first?.name == "eth0")
  }

  @Test func lostMessagesMeanAnotherDump() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.links.removeLast()
    engine.messagesWereLost()
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth0"])
    #expect(engine.kernel.dumps == 2)
  }

  @Test func stormOfOverrunsIsLookedAtOnceInEachPause() throws {
    var engine = engine()
    let start = ContinuousClock.now
    _ = try engine.snapshot(now: start)
    // 100,100 overruns in a second and a bit, the last of which lost the end of a link.
    for number in 1...100_100 {
      let now = start + .microseconds(10 * number)
      if number == 100_100 { engine.kernel.links.removeLast() }
      engine.messagesFoundNoRoom(now: now)
      engine.timeCame(now)
      if engine.isDisturbed { _ = try engine.snapshot(now: now) }
    }
    #expect(engine.kernel.dumps == 21, "the first, and one in each 50 ms")
    let deadline = engine.deadline
    let end = try #require(deadline)
    engine.timeCame(end)
    #expect(try engine.snapshot(now: end).links.count == 1)
    let none = engine.deadline
    #expect(none == nil)
    // After a rest an overrun is looked at without delay.
    engine.messagesFoundNoRoom(now: end + .milliseconds(50))
    #expect(engine.isDisturbed)
  }

  @Test func failedDumpIsTriedAgainAndForgetsNothing() throws {
    var engine = engine()
    _ = try path(&engine)
    engine.kernel.failure = .timedOut(request: "RTM_GETLINK")
    engine.messagesWereLost()
    #expect(throws: NetlinkError.timedOut(request: "RTM_GETLINK")) { _ = try engine.snapshot(now: .now) }
    #expect(engine.isDisturbed)
    #expect(try path(&engine).availableInterfaces.count == 2)
  }

  @Test func dumpThatNeverSucceedsIsUsedAndRepeatedLater() throws {
    var engine = engine()
    engine.kernel.isChanging = true
    let start = ContinuousClock.now
    #expect(try engine.snapshot(now: start).links.count == 2)
    #expect(!engine.isDisturbed)
    let deadline = engine.deadline
    #expect(deadline == start + .milliseconds(50))
    engine.kernel.isChanging = false
    engine.timeCame(start + .milliseconds(50))
    #expect(engine.isDisturbed)
    _ = try path(&engine)
    let none = engine.deadline
    #expect(none == nil)
  }

  @Test func routeThatRunsOutIsLookedAtAgainInTime() throws {
    var engine = engine()
    engine.kernel.answerer = { question in
      var answer = answer(question)
      if question.linkIndex == 2, case .route(var match) = answer.match {
        match.expires = 300
        answer.match = .route(match)
      }
      return answer
    }
    let start = ContinuousClock.now
    _ = try engine.snapshot(now: start)
    let expected = engine.deadline
    let deadline = try #require(expected)
    #expect(deadline == start + .milliseconds(3010))
    engine.timeCame(deadline - .milliseconds(1))
    #expect(!engine.isDisturbed)
    engine.kernel.answerer = { $0.linkIndex == 2 ? .refused(.networkUnreachable) : answer($0, unbound: 3) }
    engine.timeCame(deadline)
    #expect(try path(&engine).availableInterfaces.map(\.name) == ["eth1"])
    #expect(engine.deadline == nil)
  }

  @Test func whatIsKnownOfALinkDiesWithItsDeletion() throws {
    var deviceType: String? = "wlan"
    var kernel = ScriptedKernel { answer($0) }
    kernel.links = [link(2, "eth0")]
    kernel.addresses = [AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source)]
    var engine = NetlinkEngine(kernel) { _, _ in
      var facts = SysfsFacts()
      facts.deviceType = deviceType
      return facts
    }
    #expect(try path(&engine).availableInterfaces.map(\.type) == [.wifi])
    // Another device comes with the same index and name.
    deviceType = nil
    engine.take(.deletedLink(link(2, "eth0", flags: 0x1002)))
    engine.take(.newLink(link(2, "eth0")))
    engine.take(.newAddress(AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source)))
    #expect(try path(&engine).availableInterfaces.map(\.type) == [.wiredEthernet])
    // And once more, with the messages that told of it lost.
    deviceType = "wwan"
    engine.messagesWereLost()
    #expect(try path(&engine).availableInterfaces.map(\.type) == [.cellular])
  }

  @Test func whatCouldNotBeReadOfALinkIsAskedForLater() throws {
    var isShort = true
    var kernel = ScriptedKernel { answer($0) }
    kernel.links = [link(2, "eth0")]
    kernel.addresses = [AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source)]
    var engine = NetlinkEngine(kernel) { _, _ in
      var facts = SysfsFacts()
      facts.isShort = isShort
      facts.deviceType = isShort ? nil : "wlan"
      return facts
    }
    let start = ContinuousClock.now
    _ = try engine.snapshot(now: start)
    let deadline = engine.deadline
    #expect(deadline == start + .milliseconds(500))
    isShort = false
    engine.timeCame(start + .milliseconds(500))
    #expect(engine.isDisturbed)
    #expect(try path(&engine).availableInterfaces.map(\.type) == [.wifi])
    let none = engine.deadline
    #expect(none == nil && engine.kernel.dumps == 1)
  }

  @Test func dnsAloneIsAChange() throws {
    var engine = engine()
    #expect(try !path(&engine).supportsDNS)
    engine.hasNameserver = true
    engine.resolverChanged()
    #expect(try path(&engine).supportsDNS)
  }

  @Test("events of all recordings are taken", arguments: Capture.all)
  func events(_ capture: Capture) throws {
    let sysfs = RecordedSysfs(capture)
    var engine = NetlinkEngine(try RecordedKernel(capture)) { sysfs.facts($0, $1) }
    let afresh = try engine.snapshot(now: .now)
    for message in try capture.messages("events.nl") { engine.take(message) }
    #expect(try engine.snapshot(now: .now) == afresh, "the dumps show the state after the last event")
  }

  /// eth0 is the kernel's choice, eth1 stands behind it.
  private func engine() -> NetlinkEngine<ScriptedKernel> {
    var kernel = ScriptedKernel { answer($0) }
    kernel.links = [link(1, "lo", flags: 0x10049), link(2, "eth0"), link(3, "eth1")]
    kernel.addresses = [
      AddressMessage(linkIndex: 2, prefixLength: 24, flags: [], local: source),
      AddressMessage(linkIndex: 3, prefixLength: 24, flags: [], local: .ipv4(0xC633_6402)),
    ]
    return NetlinkEngine(kernel) { _, _ in nil }
  }

  private func path(_ engine: inout NetlinkEngine<ScriptedKernel>) throws -> NetworkPath {
    PathEvaluator.path(try engine.snapshot(now: .now))
  }

  private func link(_ index: Int32, _ name: String, flags: UInt32 = 0x11043) -> LinkMessage {
    var link = LinkMessage(index: index, hardwareType: 1, flags: LinkFlags(rawValue: flags))
    link.name = name
    return link
  }

  private func recordedRule() throws -> RuleMessage? {
    for message in try Capture(kernel: "linux-6.12", name: "wireguard").messages("getrule.nl") {
      if case .newRule(let rule) = message { return rule }
    }
    return nil
  }
}

private func answer(_ question: RouteQuestion, unbound: Int32 = 2) -> RouteAnswer {
  let index = question.linkIndex == 0 ? unbound : question.linkIndex
  return .route(.ipv4, index, metric: UInt32(index), source: .ipv4(index == 2 ? 0xC000_0202 : 0xC633_6402))
}
