import Netlink
import TestSupport
import Testing

@testable import PathMonitoring

/// What the answers to sample addresses mean.
@Suite struct RouteSurveyTests {
  private let source = RawAddress.ipv4(0xC000_0202)

  @Test func oneRouteForAllIsAWay() throws {
    let finding = try find { _ in
      .route(.ipv4, 2, metric: 100, gateway: .ipv4(0xC000_0201), source: source)
    }
    let way = try #require(finding.way)
    #expect(way.linkIndexes == [2] && way.gateways == [.ipv4(0xC000_0201)] && way.metric == 100)
    #expect(way.sources.allSatisfy { $0 == source })
  }

  @Test func oneHalfAloneIsNoDefault() throws {
    let finding = try find {
      $0.isUpperHalf ? .refused(.networkUnreachable) : .route(.ipv4, 2, prefixLength: 1, source: source)
    }
    #expect(finding == .refused(.networkUnreachable))
  }

  @Test func twoHalvesByDifferentLinksAreNoLinksAlone() throws {
    let way = try #require(
      try find { .route(.ipv4, $0.isUpperHalf ? 3 : 2, prefixLength: 1, source: source) }.way)
    #expect(way.linkIndexes.isEmpty)
  }

  @Test func sampleThatANarrowRouteCatchesIsPassedOver() throws {
    var asked: [RawAddress] = []
    let finding = try find { question in
      let isFirstOfHalf = !asked.contains { $0.isUpperHalf == question.destination.isUpperHalf }
      asked.append(question.destination)
      return .route(.ipv4, isFirstOfHalf ? 9 : 2, prefixLength: isFirstOfHalf ? 9 : 0, source: source)
    }
    #expect(finding.way?.linkIndexes == [2])
    #expect(asked.count == 6, "one of each half, and then all others at once")
  }

  @Test func whoFearsALossIsToldInOneExchange() throws {
    var kernel = ScriptedKernel { $0.isUpperHalf ? .route(.ipv4, 2, source: .ipv4(1)) : .refused(.noEntry) }
    let target = RouteSurvey.Target(family: .ipv4, linkIndex: 0)
    #expect(try RouteSurvey.findings([target], &kernel, fearsLoss: true) == [.refused(.noEntry)])
    #expect(kernel.exchanges == 1 && kernel.questions.count == 4)
    kernel.forgetQuestions()
    // A narrow route catches the first sample only, and the others of its half are heard at the same time.
    var heard = 0
    kernel.answerer = { question in
      heard += 1
      return .route(.ipv4, 2, prefixLength: heard == 1 ? 24 : 0, source: .ipv4(1))
    }
    #expect(try RouteSurvey.findings([target], &kernel, fearsLoss: true).first?.way?.linkIndexes == [2])
    #expect(kernel.exchanges == 1)
  }

  @Test func refusedSampleSaysNothingWhileAnotherIsNot() throws {
    var asked = 0
    let finding = try find { _ in
      asked += 1
      return asked <= 2 ? .refused(.hostUnreachable) : .route(.ipv4, 2, source: source)
    }
    #expect(finding.way?.linkIndexes == [2])
  }

  @Test func routeOfMoreLegsThanAnAnswerHasRoomForIsAWay() throws {
    let finding = try find { _ in
      var choice = RouteMessage(family: .ipv4, prefixLength: 32)
      choice.outputIndex = 2
      choice.preferredSource = source
      return RouteAnswer(match: .refused(.messageTooLong), choice: .route(choice))
    }
    #expect(finding.way?.linkIndexes == [2] && finding.way?.sources.first == source)
  }

  @Test func narrowRoutesAloneAreNoDefault() throws {
    let finding = try find { _ in .route(.ipv4, 2, prefixLength: 9, source: source) }
    #expect(finding == .tooNarrow(prefixLength: 9))
  }

  @Test func widestPrefixStillCounts() throws {
    let finding = try find { _ in .route(.ipv4, 2, prefixLength: 8, source: source) }
    #expect(finding.way != nil)
  }

  @Test func localRouteIsNoWay() throws {
    var match = RouteMessage(family: .ipv4, prefixLength: 0, kind: .local)
    match.outputIndex = 1
    let answer = RouteAnswer(match: .route(match), choice: .route(match))
    let finding = try find { _ in answer }
    #expect(finding.way == nil)
  }

  @Test func multipathGivesItsLegsInOrderAndThoseOfTheLinkAsked() throws {
    func answer(_ question: RouteQuestion) -> RouteAnswer {
      var match = RouteMessage(family: .ipv4, prefixLength: 0)
      match.legs = [
        RouteLeg(outputIndex: 3, gateway: .ipv4(3)), RouteLeg(outputIndex: 2, gateway: .ipv4(2)),
        RouteLeg(outputIndex: 2, gateway: .ipv4(22)),
      ]
      var choice = RouteMessage(family: .ipv4, prefixLength: 32)
      choice.preferredSource = source
      return RouteAnswer(match: .route(match), choice: .route(choice))
    }
    let unbound = try #require(try find(answer).way)
    #expect(unbound.linkIndexes == [3, 2])
    let bound = try #require(try find(linkIndex: 2, answer).way)
    #expect(bound.linkIndexes == [2] && bound.gateways == [.ipv4(2), .ipv4(22)])
  }

  @Test func answerByAnotherLinkThanTheOneAskedIsNoWay() throws {
    let finding = try find(linkIndex: 3) { _ in .route(.ipv4, 2, source: source) }
    #expect(finding == .refused(.networkUnreachable))
  }

  @Test func unnamedSourceIsAnUnspecifiedOne() throws {
    let way = try #require(try find { _ in .route(.ipv4, 2, source: nil) }.way)
    #expect(way.sources.allSatisfy { $0.isUnspecified })
  }

  @Test func allTargetsShareTheirExchanges() throws {
    var kernel = ScriptedKernel { _ in .route(.ipv4, 2, source: RawAddress.ipv4(1)) }
    let targets = (0..<5).map { RouteSurvey.Target(family: .ipv4, linkIndex: $0) }
    let findings = try RouteSurvey.findings(targets, &kernel)
    #expect(findings.count == 5)
    #expect(kernel.questions.count == 10, "one sample of each half for each")
  }

  private func find(
    linkIndex: Int32 = 0, _ answerer: @escaping ScriptedKernel.Answerer
  ) throws -> RouteFinding {
    var kernel = ScriptedKernel(answerer)
    let findings = try RouteSurvey.findings([.init(family: .ipv4, linkIndex: linkIndex)], &kernel)
    return try #require(findings.first)
  }
}

extension RouteQuestion {
  var isUpperHalf: Bool { destination.isUpperHalf }
}

extension RawAddress {
  var isUpperHalf: Bool { low >= 0x8000_0000 }
}
