import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// The promises of the surface, over a backend that says what the test tells it to.
@Suite struct PathMonitorTests {
  private let queue = DispatchQueue(label: "test")

  @Test func beforeTheStartThereIsNoPath() {
    let monitor = PathMonitor(backend: ScriptedBackend(.online()))
    #expect(monitor.currentPath == NetworkPath(status: .unsatisfied))
    #expect(monitor.queue == nil)
    #expect(monitor.backendDescription == "scripted")
  }

  @Test func everyChangeComesOnceAndInOrder() {
    let backend = ScriptedBackend(.offline)
    let monitor = PathMonitor(backend: backend)
    let seen = Recorder()
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: queue)
    for name in ["a", "a", "b", "a", "b", "b"] { backend.send(.online(name)) }
    queue.sync {}
    #expect(seen.paths.map { $0.availableInterfaces.first?.name } == [nil, "a", "b", "a", "b"])
    #expect(monitor.currentPath == seen.paths.last)
    monitor.cancel()
  }

  @Test func orderHoldsOnAConcurrentQueue() {
    let backend = ScriptedBackend(.offline)
    let monitor = PathMonitor(backend: backend)
    let seen = Recorder()
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: concurrent)
    for index in 0..<500 { backend.send(.online("eth\(index)")) }
    seen.wait(for: 501)
    #expect(seen.paths.map { $0.availableInterfaces.first?.name } == [nil] + (0..<500).map { "eth\($0)" })
    monitor.cancel()
  }

  @Test func dnsAndGatewayAloneAreChanges() {
    let backend = ScriptedBackend(.online(dns: false))
    let monitor = PathMonitor(backend: backend)
    let seen = Recorder()
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: queue)
    backend.send(.online(dns: true))
    backend.send(.online(gateway: "192.0.2.254"))
    queue.sync {}
    #expect(seen.paths.map(\.supportsDNS) == [false, true, true])
    #expect(seen.paths.count == 3)
    monitor.cancel()
  }

  @Test func handlerRunsOnTheQueueNeverWithinStart() {
    let monitor = PathMonitor(backend: ScriptedBackend(.online()))
    let seen = Recorder()
    monitor.pathUpdateHandler = { [queue] path in
      dispatchPrecondition(condition: .onQueue(queue))
      seen.add(path)
    }
    queue.sync {
      monitor.start(queue: queue)
      #expect(seen.paths.isEmpty)
    }
    queue.sync {}
    #expect(seen.paths.count == 1)
    monitor.cancel()
  }

  @Test func handlerMayCancelReassignAndRead() {
    let backend = ScriptedBackend(.offline)
    let monitor = PathMonitor(backend: backend)
    let seen = Recorder()
    monitor.pathUpdateHandler = { path in
      #expect(monitor.currentPath == path)
      seen.add(path)
      monitor.pathUpdateHandler = { path in
        seen.add(path)
        monitor.cancel()
      }
    }
    monitor.start(queue: queue)
    for name in ["a", "b", "c"] { backend.send(.online(name)) }
    queue.sync {}
    #expect(seen.paths.map { $0.availableInterfaces.first?.name } == [nil, "a"])
    #expect(monitor.pathUpdateHandler == nil)
    #expect(backend.stops == 1)
  }

  @Test func cancelReleasesTheHandlerAndIsHarmlessTwice() {
    let backend = ScriptedBackend(.online())
    let monitor = PathMonitor(backend: backend)
    weak var captured: Recorder?
    do {
      let seen = Recorder()
      captured = seen
      monitor.pathUpdateHandler = { seen.add($0) }
    }
    monitor.start(queue: queue)
    queue.sync {}
    monitor.cancel()
    monitor.cancel()
    queue.sync {}
    #expect(captured == nil)
    #expect(monitor.currentPath.status == .satisfied, "the last path stays")
    monitor.start(queue: queue)
    monitor.pathUpdateHandler = { _ in Issue.record("called after cancel") }
    backend.send(.offline)
    queue.sync {}
    #expect(backend.starts == 1 && backend.stops == 1)
  }

  @Test func captureThatUsesTheMonitorWhileItIsReleasedDoesNoHarm() {
    final class Owner: Sendable {
      let monitor: PathMonitor
      init(_ monitor: PathMonitor) { self.monitor = monitor }
      deinit {
        _ = monitor.currentPath
        monitor.cancel()
      }
    }
    let monitor = PathMonitor(backend: ScriptedBackend(.online()))
    let owner = Owner(monitor)
    monitor.pathUpdateHandler = { _ in withExtendedLifetime(owner) {} }
    monitor.start(queue: queue)
    monitor.pathUpdateHandler = nil
    monitor.cancel()
    queue.sync {}
  }

  @Test func startedMonitorKeepsItselfAliveAndAnotherDoesNot() {
    let backend = ScriptedBackend(.offline)
    let seen = Recorder()
    weak var started: PathMonitor?
    weak var idle: PathMonitor?
    do {
      let monitor = PathMonitor(backend: backend)
      monitor.pathUpdateHandler = { seen.add($0) }
      monitor.start(queue: queue)
      started = monitor
      let unstarted = PathMonitor(backend: backend)
      unstarted.pathUpdateHandler = { _ in }
      idle = unstarted
    }
    backend.send(.online())
    queue.sync {}
    #expect(seen.paths.count == 2)
    #expect(idle == nil && started != nil)
    started?.cancel()
    queue.sync {}
    #expect(started == nil)
  }

  @Test func failureIsAnUnknownPathAndIsSaid() {
    let backend = ScriptedBackend(.offline)
    let monitor = PathMonitor(backend: backend)
    let seen = Recorder()
    monitor.pathUpdateHandler = { seen.add($0) }
    monitor.start(queue: queue)
    backend.fail("socket: no")
    queue.sync {}
    #expect(seen.paths.map(\.status) == [.unsatisfied, .satisfied])
    #expect(monitor.backendDescription == "scripted failed: socket: no; the path is unknown")
    backend.send(.online())
    queue.sync {}
    #expect(monitor.backendDescription == "scripted")
    monitor.cancel()
  }
}
