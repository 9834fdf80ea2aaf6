import CoreFoundation
import Dispatch
import PathMonitoring

/// A host or network whose reachability is watched: Apple's type, over `PathMonitor`.
///
/// ```swift
/// let target = SCNetworkReachabilityCreateWithName(nil, "example.org")
/// ```
///
/// It is used by the functions that begin with its name, from any thread. While it is scheduled it is kept.
public final class SCNetworkReachability: Sendable {
  private struct State {
    var callout: ReachabilityCallout?
    var schedule: Schedule?
    var watch: ReachabilityWatch?
    var progress = ReachabilityProgress()
    /// Counts the schedules: what is still under way of a former one is not heard.
    var generation = 0
    var isDue = false
    /// A call is under way; another must wait for its end.
    var isCalling = false
  }

  /// Where calls are made.
  private enum Schedule {
    case queue(DispatchQueue)
    case runLoop(RunLoopSource)
  }

  private let target: ReachabilityTarget
  private let environment: ReachabilityEnvironment
  private let state = Lock(State())

  init(_ target: ReachabilityTarget) {
    self.target = target
    environment = .current
  }

  /// Replaces what is called; nil for nothing.
  package func setCallout(_ callout: ReachabilityCallout?) {
    var callout = callout
    state.withLock { swap(&$0.callout, &callout) }
    // The former one goes here, where no lock is held.
    withExtendedLifetime(callout) {}
  }

  /// What is known of the target, found out if need be; nil if that cannot be.
  package func observe() -> ReachabilityObservation? {
    let known = state.withLock { state -> ReachabilityObservation? in
      guard state.schedule != nil, let known = state.progress.known else { return nil }
      state.progress.gave(known, isScheduled: true)
      return known
    }
    if let known { return known }
    guard let found = ReachabilityWatch.ask(target.withoutResolving, environment) else { return nil }
    return state.withLock { state in
      state.progress.gave(found, isScheduled: state.schedule != nil)
      // What the watch has found out meanwhile is newer.
      return state.progress.known ?? found
    }
  }

  // MARK: Schedules

  /// Has calls made on a queue; false if it is scheduled already.
  package func schedule(on queue: DispatchQueue) -> Bool {
    let begun = state.withLock { state -> (ReachabilityWatch, Int)? in
      guard state.schedule == nil else { return nil }
      return begin(&state, .queue(queue))
    }
    guard let begun else { return false }
    watch(begun)
    return true
  }

  /// Ends the calls on a queue; false if there are none.
  package func unscheduleFromQueue() -> Bool {
    let (isEnded, watch) = state.withLock { state -> (Bool, ReachabilityWatch?) in
      guard case .queue = state.schedule else { return (false, nil) }
      return (true, end(&state))
    }
    watch?.cancel()
    return isEnded
  }

  /// Has calls made on a run loop, maybe beside others; false if they are already, or on a queue.
  package func schedule(on loop: CFRunLoop, _ mode: CFString) -> Bool {
    let place = RunLoopPlace(loop, mode)
    let (isAdded, begun) = state.withLock { state -> (Bool, (ReachabilityWatch, Int)?) in
      switch state.schedule {
      case .queue: return (false, nil)
      case .runLoop(let source): return (source.add(place.loop, place.mode), nil)
      case nil:
        let generation = state.generation + 1
        guard let source = RunLoopSource({ [weak self] in self?.deliver(generation) }) else {
          return (false, nil)
        }
        _ = source.add(place.loop, place.mode)
        return (true, begin(&state, .runLoop(source)))
      }
    }
    if let begun { watch(begun) }
    return isAdded
  }

  /// Ends the calls on a run loop; false if there are none.
  package func unschedule(from loop: CFRunLoop, _ mode: CFString) -> Bool {
    let place = RunLoopPlace(loop, mode)
    let (isRemoved, watch) = state.withLock { state -> (Bool, ReachabilityWatch?) in
      guard case .runLoop(let source) = state.schedule, source.remove(place.loop, place.mode) else {
        return (false, nil)
      }
      return (true, source.isEmpty ? end(&state) : nil)
    }
    watch?.cancel()
    return isRemoved
  }

  private func begin(_ state: inout State, _ schedule: Schedule) -> (ReachabilityWatch, Int) {
    let watch = ReachabilityWatch(target, environment)
    state.schedule = schedule
    state.watch = watch
    state.generation += 1
    state.isDue = false
    state.isCalling = false
    state.progress.began(isName: target.isName)
    return (watch, state.generation)
  }

  private func end(_ state: inout State) -> ReachabilityWatch? {
    defer { state.watch = nil }
    state.schedule = nil
    state.generation += 1
    state.isDue = false
    state.progress.ended()
    return state.watch
  }

  /// Starts what was begun, in no lock, since it may answer at once. It holds this object until it is cancelled; if
  /// it has been by now, it never starts.
  private func watch(_ begun: (watch: ReachabilityWatch, generation: Int)) {
    begun.watch.start { self.observed($0, begun.generation) }
  }

  // MARK: Calls

  private func observed(_ observation: ReachabilityObservation, _ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, state.progress.observed(observation) else { return }
      // Whoever is to make a call that is due already makes it for what is known by then: on a queue that does
      // not get to it, no more than one waits.
      if state.isDue { return }
      state.isDue = true
      switch state.schedule {
      case .queue(let queue): queue.async { self.deliver(generation) }
      case .runLoop(let source): source.signal()
      case nil: break
      }
    }
  }

  /// Calls for what is due, one call at a time, also on a concurrent queue.
  private func deliver(_ generation: Int) {
    while true {
      let due = state.withLock { state -> (ReachabilityCallout?, SCNetworkReachabilityFlags)? in
        guard state.generation == generation, state.isDue, !state.isCalling else { return nil }
        state.isDue = false
        state.isCalling = true
        return (state.callout, state.progress.known?.flags ?? [])
      }
      guard let (callout, flags) = due else { return }
      callout?.call(self, flags)
      state.withLock { if $0.generation == generation { $0.isCalling = false } }
    }
  }

  /// What the context of the callback says of itself.
  var contextDescription: String? { state.withLock { $0.callout }?.contextDescription }

  var targetDescription: String { "\(target)" }
}

/// A run loop and a mode of it, which CoreFoundation lets all threads use.
///
/// Unchecked: neither is changed but by CoreFoundation, under its own locks.
private struct RunLoopPlace: @unchecked Sendable {
  let loop: CFRunLoop
  let mode: CFString

  init(_ loop: CFRunLoop, _ mode: CFString) {
    self.loop = loop
    self.mode = mode
  }
}

extension SCNetworkReachability: Hashable {
  /// Whether they are the same object.
  public static func == (left: SCNetworkReachability, right: SCNetworkReachability) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SCNetworkReachability: CustomDebugStringConvertible {
  /// The target, and what the context of its callback says of itself.
  public var debugDescription: String {
    "SCNetworkReachability(\(targetDescription)\(contextDescription.map { "; \($0)" } ?? ""))"
  }
}
