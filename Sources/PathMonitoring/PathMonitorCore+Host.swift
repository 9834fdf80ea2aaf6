/// What a monitor of one host does beside the others: it finds the addresses of a name, and has the backend watch them.
extension PathMonitorCore {
  func takeForHost(_ snapshot: NetworkSnapshot, _ failure: String?, _ generation: Int) {
    var asks = false
    var isFirst = false
    decide(generation) { gate, state in
      guard state.lifecycle.isRunning else { return nil }
      state.failure = failure
      isFirst = state.snapshot == nil
      if case .name = self.host, state.snapshot.map(\.network) != snapshot.network {
        asks = state.plan.networkChanged(self.clock.now)
      }
      state.snapshot = snapshot
      return self.pathToHost(state).flatMap { gate.came($0, at: self.clock.now) }
    }
    if asks { resolve() }
    keepPlan(generation)
    guard isFirst, case .name = host else { return }
    // A first path is owed, also where nobody answers for long.
    _ = clock.schedule(at: clock.now + Self.patience) { [weak self] in self?.found(nil, generation) }
  }

  /// How long the first path waits for the addresses of a name.
  private static let patience = Duration.seconds(1)

  /// The path by what is known; nil if that does not suffice yet.
  private func pathToHost(_ state: State) -> NetworkPath? {
    guard let snapshot = state.snapshot else { return nil }
    if snapshot.isUnknown { return PathEvaluator.path(snapshot, requirements) }
    guard let addresses = state.requirements.addresses else { return nil }
    if let known = snapshot.destinations, addresses.contains(where: { known[$0] == nil }) { return nil }
    return PathEvaluator.path(snapshot, state.requirements)
  }

  private func resolve() {
    guard case .name(let name, let interface) = host else { return }
    resolver.resolve(name) { [weak self] hosts in
      self?.answered(hosts.map { $0.scoped(to: interface) })
    }
  }

  /// No other question is under way: this is the answer for the newest start, whichever asked.
  private func answered(_ addresses: [NetworkEndpoint.Host]) {
    while !found(addresses, state.withLock { $0.generation }) {}
  }

  /// The name has these addresses; nil: nothing is known of it yet, and the path shall do without. False
  /// if the monitor has begun anew, and it was not heard.
  @discardableResult
  private func found(_ addresses: [NetworkEndpoint.Host]?, _ generation: Int) -> Bool {
    var (isHeard, asks) = (false, false)
    decide(generation) { gate, state in
      isHeard = true
      guard state.lifecycle.isRunning else {
        // Nobody wants to know any more, nor that it is asked again.
        if addresses != nil { state.plan = ResolutionPlan() }
        return nil
      }
      if let addresses {
        asks = state.plan.answered(hasAddress: !addresses.isEmpty, self.clock.now)
      } else if state.requirements.addresses != nil {
        return nil
      }
      state.requirements.addresses = addresses ?? []
      return self.pathToHost(state).flatMap { gate.came($0, at: self.clock.now) }
    }
    watchAddresses()
    if asks { resolve() }
    keepPlan(generation)
    return isHeard
  }

  /// Names the addresses to the backend. Another thread may do so at the same time with others: who is done looks
  /// again, so that the newest are named last.
  func watchAddresses() {
    var named: [NetworkEndpoint.Host]?
    while true {
      let (session, addresses) = state.withLock { ($0.session, $0.requirements.addresses) }
      guard let session, let addresses, addresses != named else { return }
      session.watch(Set(addresses))
      named = addresses
    }
  }

  /// Asks the clock to call when the plan wants to be asked again.
  private func keepPlan(_ generation: Int) {
    let deadline = state.withLock { state -> Duration? in
      guard state.generation == generation, state.plan.deadline != state.planAlarm else { return nil }
      state.planAlarm = state.plan.deadline
      return state.planAlarm
    }
    guard let deadline else { return }
    // Never taken back: one that comes when nothing is due any more does nothing.
    _ = clock.schedule(at: deadline) { [weak self] in self?.planAlarmCame(deadline, generation) }
  }

  /// The clock called for a time: it has come, also if the clock was early. It will not call again.
  private func planAlarmCame(_ time: Duration, _ generation: Int) {
    let asks = state.withLock { state in
      guard state.generation == generation, state.lifecycle.isRunning else { return false }
      if state.planAlarm == time { state.planAlarm = nil }
      return state.plan.timeCame(max(time, clock.now))
    }
    if asks { resolve() }
    keepPlan(generation)
  }
}

extension NetworkSnapshot {
  /// What the answer of a name server may depend on.
  fileprivate var network: NetworkSnapshot {
    var network = self
    network.destinations = nil
    // A link that only a destination is reached by is no other network.
    network.links.removeAll { link in !egresses.contains { $0.linkIndex == link.interface.index } }
    return network
  }
}
