/// Whether a monitor rides out short losses, or tells every change at once.
///
/// The first path is never held, and neither is a gain: a status better than that delivered last, where
/// `.satisfied` is better than `.requiresConnection`, and that better than `.unsatisfied`. What is held is not
/// seen by handlers, iterations and `PathMonitor.currentPath`.
///
/// The time runs from the first change that is held, and later ones do not extend it, so that a flapping link
/// cannot hold the truth back for ever. When it is over, the path as it is by then is delivered. If the path is
/// again what was delivered last before that, nothing is delivered at all. A time of more than ten years is ten
/// years.
public struct PathSettling: Hashable, Sendable {
  /// What is held.
  enum Extent: Hashable, Sendable {
    case nothing
    case losses
    case changes
  }

  let extent: Extent
  let time: Duration

  /// Every change is delivered at once.
  public static let immediate = PathSettling(extent: .nothing, time: .zero)

  /// A worse status is held for `time`; all else is delivered at once, and ends the hold if the status is no
  /// longer worse. A time of zero or less holds nothing.
  public static func losses(_ time: Duration) -> PathSettling {
    PathSettling(extent: time > .zero ? .losses : .nothing, time: min(time, DurationText.limit))
  }

  /// Everything but a gain is held for `time`, so that there is at most one delivery in it beside gains. A time
  /// of zero or less holds nothing.
  public static func changes(_ time: Duration) -> PathSettling {
    PathSettling(extent: time > .zero ? .changes : .nothing, time: min(time, DurationText.limit))
  }
}
