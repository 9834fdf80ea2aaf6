extension Scenario {
  /// Makes a scenario of a recording: what there is at first is its first snapshot, and each further one is a step, in
  /// the time that it took. `json` makes a file of it, which can be edited.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - about: what it shows.
  ///   - recording: what was recorded.
  public init(name: String, about: String = "", recording: Recording) {
    let timeline = recording.timeline
    let first = timeline.first?.time ?? .zero
    self.init(name: name, about: about, timeline: timeline.map { ($0.time - first, $0.snapshot) })
  }
}
