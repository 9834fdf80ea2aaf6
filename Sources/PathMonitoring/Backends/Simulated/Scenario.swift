/// What there is of a simulated network at first, and what happens to it, each thing in its time.
///
/// Written in code, read from a file (<doc:Scenarios>), or made of the snapshots of a recording. `Simulation.play()`
/// plays it.
public struct Scenario: Hashable, Sendable {
  /// One thing that happens.
  public struct Step: Hashable, Sendable {
    /// How long after the step before, or after the beginning; not below zero.
    public var after: Duration
    /// What happens.
    public var event: SimulatedEvent
    /// A remark for readers.
    public var note: String?

    /// Makes a step.
    ///
    /// - Parameters:
    ///   - after: how long after the step before, or after the beginning.
    ///   - event: what happens.
    ///   - note: a remark for readers.
    public init(after: Duration = .zero, _ event: SimulatedEvent, note: String? = nil) {
      self.after = after
      self.event = event
      self.note = note
    }
  }

  /// What there is before anything happens.
  enum Beginning: Hashable {
    case links([SimulatedLink], nameservers: [NetworkEndpoint.Host])
    case snapshot(NetworkSnapshot)
  }

  /// The name, such as `Train ride`.
  public var name: String
  /// What it shows, for readers.
  public var about: String
  /// What happens, in order.
  public var steps: [Step]
  /// How often the steps are played, each time from the state that they left: once to a million times.
  public var passes: Int { min(max(1, passCount), ScenarioKeys.passLimit) }

  var start: Beginning
  var passCount: Int

  /// Makes a scenario.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - about: what it shows.
  ///   - links: what there is at first.
  ///   - nameservers: what is configured at first.
  ///   - steps: what happens.
  ///   - passes: how often the steps are played.
  public init(
    name: String, about: String = "", links: [SimulatedLink] = [],
    nameservers: [NetworkEndpoint.Host] = ["192.0.2.53"], steps: [Step] = [], passes: Int = 1
  ) {
    self.name = name
    self.about = about
    self.steps = steps
    start = .links(links, nameservers: nameservers)
    passCount = passes
  }

  /// Makes a scenario of the snapshots of a recording.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - about: what it shows.
  ///   - timeline: each snapshot and when it was taken, from the beginning of the recording, the earliest first.
  ///     Those of the beginning itself are what there is at first; without one there is nothing at first.
  public init(name: String, about: String = "", timeline: [(time: Duration, snapshot: NetworkSnapshot)]) {
    self.init(name: name, about: about)
    var before = Duration.zero
    for (time, snapshot) in timeline {
      // One that goes back in time follows at once.
      let time = max(min(time, DurationText.limit), before)
      if time == .zero, steps.isEmpty {
        start = .snapshot(snapshot)
      } else {
        steps.append(Step(after: time - before, .set(snapshot)))
      }
      before = time
    }
  }

  /// How long it takes, all passes together.
  public var duration: Duration { passDuration * passes }

  /// How long one pass takes: until all that its steps bring about has happened.
  var passDuration: Duration {
    let duration = times.map { $0.time + $0.event.duration }.max() ?? .zero
    // What a million passes a thousand times slower cannot overflow with; a file's are shorter.
    return min(duration, DurationText.limit * 2)
  }

  /// What happens when, from the beginning of a pass.
  var times: [(time: Duration, event: SimulatedEvent)] {
    var time = Duration.zero
    return steps.map { step in
      // A sum of the longest spans must not overflow, whatever the steps say.
      time = min(time + SimulatedEvent.bounded(step.after), DurationText.limit)
      return (time, step.event)
    }
  }

  /// The network before anything happens, and what of it makes no sense.
  var beginning: (network: SimulatedNetwork, problems: [SimulationProblem]) {
    switch start {
    case .links(let links, let nameservers):
      var network = SimulatedNetwork(nameservers: nameservers)
      var problems: [SimulationProblem] = []
      for link in links {
        do throws(SimulationProblem) { try network.add(link) } catch { problems.append(error) }
      }
      return (network, problems)
    case .snapshot(let snapshot):
      var network = SimulatedNetwork()
      // A snapshot can be set at any time.
      try? network.apply(.set(snapshot))
      return (network, [])
    }
  }

  /// The first step that makes no sense where it stands, and why; nil if all do.
  var firstProblem: (step: Int, problem: SimulationProblem)? {
    var network = beginning.network
    // What the steps leave after the second pass is what they leave after the third.
    for _ in 0..<min(passes, 2) {
      for (place, step) in steps.enumerated() {
        do throws(SimulationProblem) {
          // One time tells as much of a flap as all.
          for (_, events) in try network.steps(of: step.event.once) {
            for event in events { try network.apply(event) }
          }
        } catch {
          return (place, SimulationProblem("\(step.event.verb.rawValue): \(error)"))
        }
      }
    }
    return nil
  }
}

extension SimulatedEvent {
  fileprivate var once: SimulatedEvent {
    if case .flap(let link, _, let period) = self { return .flap(link, times: 1, period: period) }
    return self
  }
}
