import Testing

@testable import PathMonitoring

/// What a late receiver gets.
@Suite struct PathBacklogTests {
  private func path(_ number: Int) -> NetworkPath {
    NetworkPath(
      status: .satisfied,
      availableInterfaces: [NetworkInterface(name: "e\(number)", index: number, type: .wifi)])
  }

  private func taken(_ backlog: inout PathBacklog) -> [Int] {
    var numbers: [Int] = []
    while let path = backlog.next() { numbers.append(path.availableInterfaces.first?.index ?? 0) }
    return numbers
  }

  @Test func aLittleLateGetsAll() {
    var backlog = PathBacklog()
    for number in 1...PathBacklog.limit { backlog.append(path(number)) }
    #expect(taken(&backlog) == Array(1...PathBacklog.limit))
    #expect(taken(&backlog) == [])
  }

  @Test func oneMoreLeavesTheNewestOnly() {
    var backlog = PathBacklog()
    for number in 1...PathBacklog.limit + 1 { backlog.append(path(number)) }
    #expect(backlog.count == 1)
    #expect(taken(&backlog) == [PathBacklog.limit + 1])
  }

  @Test func farBehindNoMoreThanOneWaitsUntilItIsTaken() {
    var backlog = PathBacklog()
    var most = 0
    for number in 1...100_000 {
      backlog.append(path(number))
      most = max(most, backlog.count)
    }
    #expect(most == PathBacklog.limit)
    #expect(backlog.next() == path(100_000))
    for number in 1...3 { backlog.append(path(number)) }
    #expect(taken(&backlog) == [1, 2, 3], "from there on it gets all again")
  }

  @Test func whatLedBackToThePathThatItHasIsLeftOut() {
    var backlog = PathBacklog()
    backlog.append(path(7))
    #expect(taken(&backlog) == [7])
    for number in 0...PathBacklog.limit { backlog.append(path(1000 + number)) }
    backlog.append(path(7))
    #expect(backlog.isEmpty)
    backlog.append(path(8))
    #expect(taken(&backlog) == [8])
  }

  @Test func whatIsPutBackComesFirst() {
    var backlog = PathBacklog()
    backlog.append(path(1))
    #expect(backlog.next() == path(1))
    backlog.append(path(2))
    backlog.putBack(path(1))
    #expect(taken(&backlog) == [1, 2])
  }
}
