import Dispatch
import TestSupport
import Testing

@testable import PathMonitoring

/// What the receivers that share a thread are told.
@Suite(.timeLimit(.minutes(1))) struct SourceWorkerTests {
  @Test func newcomerIsToldNothingOlderThanItself() {
    let world = World()
    let hub = SourceHub<ScriptedSource>(world)
    let first = Hearing()
    let session = hub.add(first.receiver)
    #expect(first.next() == "a")
    // While the thread is busy with one change, the world goes on, and only then somebody comes.
    let second = Hearing()
    let joined = Lock<(any PathMonitorBackendSession)?>(nil)
    world.onNextLook {
      world.change(to: "c")
      joined.withLock { $0 = hub.add(second.receiver) }
    }
    world.change(to: "b")
    // Noticed by whoever waits, as a message of the kernel would be.
    session.watch([NetworkEndpoint.Host("192.0.2.1")])
    #expect(second.next() == "c")
    #expect(first.next() == "b")
    #expect(first.next() == "c")
    session.stop()
    joined.withLock { $0 }?.stop()
  }

  @Test func newcomerIsToldOfAFailureThatTheOthersKnowOf() {
    let world = World()
    world.breakDown()
    let hub = SourceHub<ScriptedSource>(world)
    let first = Hearing()
    let session = hub.add(first.receiver)
    #expect(first.next() == "failure")
    let second = Hearing()
    let other = hub.add(second.receiver)
    #expect(second.next() == "failure")
    session.stop()
    other.stop()
  }

  @Test("what a source read when it was made is older than who comes before its first look")
  func newcomerWhileTheSourceIsMade() {
    let world = World()
    let hub = SourceHub<ScriptedSource>(world)
    let second = Hearing()
    let joined = Lock<(any PathMonitorBackendSession)?>(nil)
    world.onNextOpening {
      world.change(to: "b")
      joined.withLock { $0 = hub.add(second.receiver) }
    }
    let session = hub.add(Hearing().receiver)
    #expect(second.next() == "b")
    session.stop()
    joined.withLock { $0 }?.stop()
  }

  @Test("a source that could not be opened several times, and then cannot look, is told to newcomers, too")
  func newcomerAfterFailuresToOpen() {
    let world = World()
    world.breakDown(refusals: Attempts.silent + 1)
    let hub = SourceHub<ScriptedSource>(world)
    let looks = DispatchSemaphore(value: 0)
    world.onNextFailure { looks.signal() }
    let first = Hearing()
    let session = hub.add(first.receiver)
    for _ in 0...Attempts.silent { #expect(first.next() == "failure") }
    // It is open by now, and has failed to look.
    #expect(looks.wait(timeout: .now() + patience) == .success)
    let second = Hearing()
    let other = hub.add(second.receiver)
    #expect(second.next() == "failure")
    session.stop()
    other.stop()
  }
}

/// What a scripted source looks at.
private final class World: Sendable {
  private struct State {
    var name = "a"
    var isBroken = false
    /// Openings that are still to be refused.
    var refusals = 0
    var onNextLook: (@Sendable () -> Void)?
    var onNextOpening: (@Sendable () -> Void)?
    var onNextFailure: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  var name: String { state.withLock { $0.name } }
  var isBroken: Bool { state.withLock { $0.isBroken } }

  func change(to name: String) { state.withLock { $0.name = name } }
  func breakDown(refusals: Int = 0) {
    state.withLock { state in
      state.isBroken = true
      state.refusals = refusals
    }
  }
  func onNextLook(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onNextLook = body } }
  func onNextOpening(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onNextOpening = body } }
  func onNextFailure(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onNextFailure = body } }

  func look() { state.withLock { $0.onNextLook.take() }?() }
  func opened() { state.withLock { $0.onNextOpening.take() }?() }
  func failed() { state.withLock { $0.onNextFailure.take() }?() }

  func isRefused() -> Bool {
    state.withLock { state in
      guard state.refusals > 0 else { return false }
      state.refusals -= 1
      return true
    }
  }
}

/// Hears of the world when it waits or catches up, never while it looks.
private struct ScriptedSource: ~Copyable, SnapshotSource {
  private let world: World
  private var heard: String
  private var last: String?

  static func description(_ settings: World) -> String { "scripted" }

  init(_ settings: World, _ wakeUp: WakeUp) throws(SourceFailure) {
    world = settings
    if world.isRefused() { throw .broken("it cannot be opened") }
    heard = settings.name
    // As others do: receivers join only who can be woken.
    _ = try? wakeUp.opened()
    world.opened()
  }

  mutating func change() throws(SourceFailure) -> NetworkSnapshot? {
    if world.isBroken {
      world.failed()
      throw .passing("it is broken")
    }
    guard heard != last else { return nil }
    if last != nil { world.look() }
    last = heard
    return .online(heard)
  }

  mutating func watch(_ addresses: Set<NetworkEndpoint.Host>) {}
  mutating func forgetLast() { last = nil }
  mutating func catchUp() throws(SourceFailure) { heard = world.name }

  mutating func wait(_ wakeUp: WakeUp) throws(SourceFailure) {
    // Returns at once if it was woken before.
    wakeUp.pause(.seconds(1))
    heard = world.name
  }
}

/// Keeps what a receiver is told.
private final class Hearing: Sendable {
  private let told = Lock<[String]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  var receiver: SnapshotReceiver {
    SnapshotReceiver { [self] event in
      switch event {
      case .snapshot(let snapshot): hear(snapshot.links.first?.interface.name ?? "-")
      case .failure: hear("failure")
      case .source: break
      }
    }
  }

  private func hear(_ word: String) {
    told.withLock { $0.append(word) }
    arrivals.signal()
  }

  /// What it was told next; nil if that does not come.
  func next() -> String? {
    guard arrivals.wait(timeout: .now() + patience) == .success else { return nil }
    return told.withLock { $0.removeFirst() }
  }
}
