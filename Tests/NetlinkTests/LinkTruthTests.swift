import Netlink
import TestSupport
import Testing

/// Against `truth.tsv`, which was not made by any code of this package.
@Suite struct LinkTruthTests {
  private struct Facts: Hashable {
    var name: String?
    var index: Int32
    var flags: UInt32
    var state: String?
  }

  /// The words of iproute2 and sysfs, not ours.
  private static func word(_ state: OperationalState?) -> String? {
    switch state {
    case .unknown: "unknown"
    case .notPresent: "notpresent"
    case .down: "down"
    case .lowerLayerDown: "lowerlayerdown"
    case .testing: "testing"
    case .dormant: "dormant"
    case .up: "up"
    case nil: nil
    }
  }

  /// The recordings of events are of a story, which no single row could tell.
  private static let states = Capture.all.filter { $0.bytes("events.nl") == nil }

  @Test("every recorded link is what it was made to be, and no other is there", arguments: states)
  func links(_ capture: Capture) throws {
    let truth = CaptureTruth.rows(capture.kernel).filter { $0.capture == capture.name }
      .map { Facts(name: $0.interface, index: $0.index, flags: $0.flags, state: $0.operationalState) }
    let links = try capture.messages("getlink.nl").compactMap(\.link)
      .map {
        Facts(name: $0.name, index: $0.index, flags: $0.flags.rawValue, state: Self.word($0.operationalState))
      }
    #expect(links.sorted { $0.index < $1.index } == truth.sorted { $0.index < $1.index })
    #expect(!truth.isEmpty)
  }

  @Test("every row of the truth has a recording", arguments: Capture.kernels)
  func complete(_ kernel: String) {
    let rows = CaptureTruth.rows(kernel)
    #expect(rows.count > 200)
    #expect(Set(rows.map(\.capture)) == Set(Self.states.filter { $0.kernel == kernel }.map(\.name)))
  }
}
