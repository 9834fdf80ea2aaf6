/// What a monitor of one host does beside the others: it finds the addresses of a name, and has the backend watch them.
extension PathMonitorCore {
  func takeForHost(_ snapshot: NetworkSnapshot, _ failure: String?, _ generation: Int) {
    var asks = false
    var isFirst = false
    decide(generation) { gate, state in
      state.failure = failure
      isFirst = state.snapshot == nil
      if case .name = self.host, state.snapshot.map(\.network) != snapshot.network {
        asks = state.plan.networkChanged(self.clock.now)
      }
      state.snapshot = snapshot
      return self.pathToHost(state).flatMap { gate.came($0, at: self.clock.now) }
    }
    if asks { resolve(generation) }
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

  private func resolve(_ generation: Int) {
    guard case .name(let name, let interface) = host else { return }
    resolver.resolve(name) { [weak self] hosts in
      self?.found(hosts.map { $0.scoped(to: interface) }, generation)
    }
  }

  /// The name has these addresses; nil: nothing is known of it yet, and the path shall do without.
  private func found(_ addresses: [NetworkEndpoint.Host]?, _ generation: Int) {
    var asks = false
    var session: (any PathMonitorBackendSession)?
    decide(generation) { gate, state in
      if let addresses {
        asks = state.plan.answered(hasAddress: !addresses.isEmpty, self.clock.now)
      } else if state.requirements.addresses != nil {
        return nil
      }
      state.requirements.addresses = addresses ?? []
      session = state.session
      return self.pathToHost(state).flatMap { gate.came($0, at: self.clock.now) }
    }
    if let addresses { session?.watch(Set(addresses)) }
    if asks { resolve(generation) }
    keepPlan(generation)
  }

  /// Asks the clock to call when the plan wants to be asked again.
  private func keepPlan(_ generation: Int) {
    let deadline = state.withLock { $0.generation == generation ? $0.plan.deadline : nil }
    guard let deadline else { return }
    _ = clock.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      let asks = state.withLock { state in
        state.generation == generation && state.lifecycle.isRunning && state.plan.timeCame(self.clock.now)
      }
      if asks { resolve(generation) }
    }
  }
}

extension NetworkSnapshot {
  /// What the answer of a name server may depend on.
  fileprivate var network: NetworkSnapshot {
    var network = self
    network.destinations = nil
    return network
  }
}
