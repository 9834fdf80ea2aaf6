import Dispatch
import PathMonitoringTesting
import TestSupport
import Testing

@testable import PathMonitoring

/// A recording by the tool, replayed.
@Suite struct RecordedSequenceTests {
  private static let ways: [([String], Int)] = [
    (["v0"], 1), ([], 0), (["v0"], 1), (["v0"], 1), ([], 0), (["v0"], 1), (["v0", "uplink0"], 2),
    (["v0", "uplink0"], 3), (["v0"], 1),
  ]

  @Test("a recording gives the paths that the monitor had")
  func paths() throws {
    let recording = try Recording(contentsOf: Recording.twoUplinks)
    #expect(recording.damage == nil)
    let paths = recording.paths
    #expect(paths.map(\.ways) == Self.ways.map(\.0))
    #expect(paths.map(\.gateways.count) == Self.ways.map(\.1))
    #expect(paths[3].gateways.first?.debugDescription == "192.168.77.9:0")
    #expect(paths.allSatisfy { $0.availableInterfaces.allSatisfy { $0.type == .wiredEthernet } })
  }

  @Test(
    "without the answers that it holds, those that follow from its routes and rules lead to the same paths")
  func model() throws {
    let recording = try Recording(contentsOf: Recording.twoUplinks)
    var builder = RecordingBuilder()
    // Without its first note it is like any capture.
    for packet in recording.packets.dropFirst() {
      builder.add(Array(recording.bytes[packet.messages]), family: packet.family, at: packet.time)
    }
    let paths = try builder.recording().paths
    // Between the same paths there are those that nobody asked for.
    var rest = paths[...]
    for (ways, gateways) in Self.ways {
      rest = rest.drop { $0.ways != ways || $0.gateways.count != gateways }
      #expect(!rest.isEmpty, "no \(ways) among \(paths)")
    }
    #expect(rest.count == 1)
  }

  @Test("the backend gives every path at once, in order")
  func atOnce() throws {
    let monitor = PathMonitor(backend: .replay(Recording.twoUplinks, pace: .atOnce))
    let log = PathLog()
    monitor.pathUpdateHandler = log.hear
    monitor.start(queue: DispatchQueue(label: "replay"))
    for ways in Self.ways { #expect(try log.next().ways == ways.0) }
    #expect(monitor.backendDescription == "replay of \(Recording.twoUplinks)")
    monitor.cancel()
  }

  @Test("the backend gives the paths when their time has come")
  func inTime() throws {
    let clock = ManualClock()
    let recording = try Recording(contentsOf: Recording.twoUplinks)
    let moments = recording.timeline
    let received = Lock<[NetworkSnapshot]>([])
    let receiver = SnapshotReceiver { event in
      if case .snapshot(let snapshot) = event { received.withLock { $0.append(snapshot) } }
    }
    let session = ReplayBackend(Recording.twoUplinks, clock: clock).start(receiver)
    #expect(received.withLock { $0.isEmpty })
    var passed = Duration.zero
    for (index, moment) in moments.enumerated() {
      let due = moment.time - moments[0].time
      if due > passed {
        clock.advance(by: due - passed - .nanoseconds(1))
        #expect(received.withLock { $0.count } == index)
        clock.advance(by: .nanoseconds(1))
        passed = due
      } else {
        clock.advance(by: .zero)
      }
      #expect(received.withLock { $0.count } == index + 1)
    }
    #expect(received.withLock { $0 } == moments.map(\.snapshot))
    session.stop()
  }

  @Test("a stopped replay gives nothing more")
  func stopped() {
    let clock = ManualClock()
    let count = Lock(0)
    let receiver = SnapshotReceiver { if case .snapshot = $0 { count.withLock { $0 += 1 } } }
    let session = ReplayBackend(Recording.twoUplinks, clock: clock).start(receiver)
    clock.advance(by: .zero)
    #expect(count.withLock { $0 } == 1)
    session.stop()
    clock.advance(by: .seconds(60))
    #expect(count.withLock { $0 } == 1)
  }

  @Test("a bad file is a failure of the backend, and the path is unknown")
  func bad() throws {
    let monitor = PathMonitor(backend: .replay("/nonexistent/a.pcap"))
    let log = PathLog()
    monitor.pathUpdateHandler = log.hear
    monitor.start(queue: DispatchQueue(label: "replay"))
    let path = try log.next()
    #expect(path.status == .satisfied && path.ways.isEmpty)
    #expect(monitor.failure?.hasPrefix("/nonexistent/a.pcap: it cannot be read") == true)
    monitor.cancel()
  }
}
