import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// Fallback as a monitor sees it.
@Suite struct AutomaticBackendTests {
  private let preferred = ScriptedBackend()
  private let other = ScriptedBackend(.online("b"))
  private let queue = DispatchQueue(label: "test")
  private let recorder = Recorder()

  private func monitor() -> PathMonitor {
    let monitor = PathMonitor(backend: AutomaticBackend([preferred, other]))
    monitor.pathUpdateHandler = recorder.add
    monitor.start(queue: queue)
    return monitor
  }

  @Test func switchesShowInTheDescriptionAndNotInThePath() {
    let monitor = monitor()
    defer { monitor.cancel() }
    preferred.send(.online("b"))
    recorder.wait(for: 1)
    #expect(monitor.backendDescription == "scripted")
    preferred.fail("closed")
    #expect(monitor.backendDescription == "scripted (scripted: closed)")
    #expect(other.starts == 1 && other.stops == 0)
    preferred.send(.online("b"))
    #expect(monitor.backendDescription == "scripted")
    #expect(other.stops == 1 && preferred.stops == 0)
    queue.sync {}
    #expect(recorder.paths.map(\.ways) == [["b"]])
  }

  @Test func stopStopsAll() {
    let monitor = monitor()
    preferred.fail("closed")
    recorder.wait(for: 1)
    monitor.cancel()
    #expect(preferred.stops == 1 && other.stops == 1)
    preferred.send(.offline)
    other.send(.offline)
    queue.sync {}
    #expect(recorder.paths.count == 1)
  }

  @Test func unknownWhenNoneCan() {
    let monitor = PathMonitor(backend: AutomaticBackend([preferred]))
    defer { monitor.cancel() }
    monitor.pathUpdateHandler = recorder.add
    monitor.start(queue: queue)
    preferred.fail("refused")
    recorder.wait(for: 1)
    #expect(recorder.paths.map(\.status) == [.satisfied] && recorder.paths.map(\.ways) == [[]])
    #expect(monitor.backendDescription == "automatic failed: scripted: refused; the path is unknown")
  }

  @Test func eventsOfManyThreadsKeepOneOrder() {
    // The last of each thread's words is the same: whatever the order was, it is the last of all.
    let monitor = monitor()
    defer { monitor.cancel() }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<200 {
        switch (thread + step) % 4 {
        case 0: preferred.fail("closed")
        case 1: other.send(.online("b\(step)"))
        default: preferred.send(.online("a\(thread).\(step)"))
        }
      }
    }
    preferred.send(.online("last"))
    queue.sync {}
    #expect(monitor.currentPath.ways == ["last"])
    #expect(monitor.backendDescription == "scripted")
  }
}
