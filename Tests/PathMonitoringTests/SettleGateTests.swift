import Testing

@testable import PathMonitoring

/// What is held and what passes, as tables: at which second which path comes, and when which one passes.
@Suite struct SettleGateTests {
  /// A, B: satisfied paths that differ; R: waits for a connection; N, M: none, for two reasons.
  private static func path(_ letter: Character) -> NetworkPath {
    switch letter {
    case "N": NetworkPath(status: .unsatisfied)
    case "M": NetworkPath(status: .unsatisfied, unsatisfiedReason: .vpnInactive)
    case "R": NetworkPath(status: .requiresConnection)
    default:
      NetworkPath(
        status: .satisfied,
        availableInterfaces: [NetworkInterface(name: String(letter), index: 1, type: .wiredEthernet)])
    }
  }

  /// Runs `came`, a letter a second (`.` is a second in which nothing comes), and tells what passed in which.
  private static func run(_ settling: PathSettling, _ came: String) -> String {
    var gate = SettleGate(settling)
    return String(
      came.enumerated().map { second, letter -> Character in
        let now = Duration.seconds(second)
        var passed: [NetworkPath] = []
        // The timer is on time, and what it brings comes before the path of the same moment.
        if let deadline = gate.deadline, deadline <= now, let path = gate.timeCame(now) {
          passed.append(path)
        }
        if letter != ".", let path = gate.came(Self.path(letter), at: now) { passed.append(path) }
        #expect(passed.count <= 1)
        return passed.last.map { path in "ABRNM".first { Self.path($0) == path } ?? "?" } ?? "."
      })
  }

  static let losses: [(came: String, passed: String)] = [
    // The first path is never held.
    ("N...", "N..."),
    ("A...", "A..."),
    // A loss is told three seconds later; leading edge: the first one, trailing: the path as it is then.
    ("AN...", "A...N"),
    ("ANM...", "A...M."),
    ("ANR..", "A...R"),
    // Who comes back in time was never away.
    ("ANA....", "A......"),
    ("ANNN.A.", "A...NA."),
    // Each loss has a time of its own.
    ("ANANAN...", "A.......N"),
    // Other changes and gains are told at once, and end the hold.
    ("AB", "AB"),
    ("ANB...", "A.B..."),
    ("NA", "NA"),
    ("NRA", "NRA"),
    ("AR...", "A...R"),
    ("RN.A..", "R..A.."),
    // A path of equal rank while a loss was told is told.
    ("AN...M", "A...NM"),
  ]

  static let changes: [(came: String, passed: String)] = [
    ("AB...", "A...B"),
    ("ABN...", "A...N."),
    ("ABA...", "A....."),
    ("N", "N"),
    // A gain is told at once.
    ("NA", "NA"),
    ("NM...A", "N...MA"),
    ("NMA", "N.A"),
    ("AN.B..", "A...B."),
    // At most one delivery in three seconds.
    ("ABNMNMNMN", "A...M...."),
    ("ABABABAB", "A......."),
  ]

  static let nothing: [(came: String, passed: String)] = [("ANABRN", "ANABRN")]

  @Test(arguments: losses) func lossesAreHeld(_ row: (came: String, passed: String)) {
    #expect(Self.run(.losses(.seconds(3)), row.came) == row.passed)
  }

  @Test(arguments: changes) func changesAreHeld(_ row: (came: String, passed: String)) {
    #expect(Self.run(.changes(.seconds(3)), row.came) == row.passed)
  }

  @Test(arguments: nothing) func nothingIsHeld(_ row: (came: String, passed: String)) {
    #expect(Self.run(.immediate, row.came) == row.passed)
    #expect(Self.run(.losses(.zero), row.came) == row.passed)
    #expect(Self.run(.changes(.seconds(-1)), row.came) == row.passed)
  }

  @Test func lateTimerIsMadeUpForByTheNextPath() {
    var gate = SettleGate(.losses(.seconds(3)))
    _ = gate.came(Self.path("A"), at: .zero)
    #expect(gate.came(Self.path("N"), at: .seconds(1)) == nil)
    #expect(gate.deadline == .seconds(4))
    #expect(gate.came(Self.path("M"), at: .seconds(9)) == Self.path("M"))
    #expect(gate.deadline == nil)
  }
}
