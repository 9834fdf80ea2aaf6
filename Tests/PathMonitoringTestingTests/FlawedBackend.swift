import Dispatch
import PathMonitoring
import PathMonitoringTesting
import TestSupport

/// A backend that does its work well, but for one flaw.
final class FlawedBackend: PathMonitorBackend {
  private struct State {
    var step = 0
    var isFailing = false
    var receivers: [Int: SnapshotReceiver] = [:]
    var starts = 0
    var stops = 0
    var backlog = 0
    var kept: [SnapshotReceiver] = []
  }

  private let flaw: Flaw
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "flawed")
  private let firstStop = DispatchSemaphore(value: 0)
  /// Held during calls, by one who does not know better.
  private let callLock = Lock(())

  init(_ flaw: Flaw) { self.flaw = flaw }

  /// What the kit is given.
  var underTest: BackendUnderTest {
    BackendUnderTest(
      self, changes: .init(make: change, read: \.shownStep),
      outage: .init(begin: { self.fail(true) }, end: { self.fail(false) }))
  }

  var name: String { flaw == .nameOfTwoWords ? "two words" : "flawed" }

  func start(_ receiver: SnapshotReceiver) -> any PathMonitorBackendSession {
    if flaw == .startThatWaits { DispatchSemaphore(value: 0).wait() }
    if flaw == .startThatCallsForEver { while true { receiver.receive(Self.snapshot(0)) } }
    let id = state.withLock { state in
      state.starts += 1
      if flaw == .oneReceiver { state.receivers = [:] }
      if flaw != .stopBeforeFirstForgotten { state.receivers[state.starts] = receiver }
      if flaw == .receiversKept { state.kept.append(receiver) }
      return state.starts
    }
    if flaw == .lockHeldInCalls {
      greet(id, receiver)
    } else {
      queue.async { self.greet(id, receiver) }
    }
    return Session(self, id)
  }

  private func greet(_ id: Int, _ receiver: SnapshotReceiver) {
    if flaw == .stopBeforeFirstForgotten {
      if id == 1 { _ = firstStop.wait(timeout: .now() + patience) }
      state.withLock { $0.receivers[id] = receiver }
    }
    let (isHeard, isFailing, step) = state.withLock { state in
      switch flaw {
      case .silenceAtTheStart: return (false, state.isFailing, 0)
      case .deafNewcomers where state.receivers.count > 1: return (false, false, 0)
      case .oneStart where state.stops > 0: return (false, false, 0)
      case .staleNewcomers: return (state.receivers[id] != nil, state.isFailing, 0)
      case .silentFailureAtStart where state.isFailing: return (false, true, 0)
      default: return (state.receivers[id] != nil, state.isFailing, state.step)
      }
    }
    guard isHeard else { return }
    isFailing ? receiver.fail("the wire is cut") : receiver.receive(Self.snapshot(step))
  }

  private func change(_ step: Int) {
    let isHeard = state.withLock { state in
      state.step = step
      if flaw == .droppedWhileBusy, state.backlog > 2 { return false }
      // What nobody hears of is not put off until somebody might.
      guard flaw != .deafness, !state.receivers.isEmpty else { return false }
      state.backlog += 1
      return true
    }
    guard isHeard else { return }
    if flaw == .lockHeldInCalls {
      return callLock.withLock { _ in tellAll { $0.receive(Self.snapshot(step)) } }
    }
    queue.async { [self] in
      tellAll { $0.receive(Self.snapshot(step)) }
      if flaw == .staleAfterFresh, step > 2 { tellAll { $0.receive(Self.snapshot(step - 1)) } }
      state.withLock { $0.backlog -= 1 }
    }
  }

  private func fail(_ isFailing: Bool) {
    let step = state.withLock { state in
      state.isFailing = isFailing
      return state.step
    }
    if isFailing ? flaw == .silentFailureLater : flaw == .noReturn { return }
    queue.async { [self] in
      tellAll { isFailing ? $0.fail("the wire is cut") : $0.receive(Self.snapshot(step)) }
    }
  }

  private func tellAll(_ call: @escaping @Sendable (SnapshotReceiver) -> Void) {
    for id in state.withLock({ $0.receivers.keys.sorted() }) {
      guard let receiver = state.withLock({ $0.receivers[id] }) else { continue }
      if flaw == .twoThreads {
        let group = DispatchGroup()
        for _ in 1...2 { DispatchQueue(label: "hasty").async(group: group) { call(receiver) } }
        group.wait()
      } else {
        call(receiver)
      }
    }
  }

  private static func snapshot(_ step: Int) -> NetworkSnapshot { .online(gateway: "192.0.2.\(step)") }

  private func stop(_ id: Int) {
    if flaw == .stopThatWaits { DispatchSemaphore(value: 0).wait() }
    let left = flaw == .lockHeldInCalls ? callLock.withLock { _ in remove(id) } : remove(id)
    withExtendedLifetime(left) {}
    if id == 1 { firstStop.signal() }
  }

  private func remove(_ id: Int) -> [SnapshotReceiver] {
    state.withLock { state in
      state.stops += 1
      if flaw == .forgottenStop { return [] }
      guard flaw == .stopOfAll else { return state.receivers.removeValue(forKey: id).map { [$0] } ?? [] }
      defer { state.receivers = [:] }
      return Array(state.receivers.values)
    }
  }

  private final class Session: PathMonitorBackendSession {
    private let backend: FlawedBackend
    private let id: Int

    init(_ backend: FlawedBackend, _ id: Int) {
      self.backend = backend
      self.id = id
    }

    func stop() { backend.stop(id) }
  }
}
