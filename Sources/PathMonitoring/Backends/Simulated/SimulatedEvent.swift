/// Something that happens to a simulated network: what a verb of `SimulationVerbs` says, as a value.
///
/// Where a link's name is nil, the link is meant that such a thing would happen to: see the verb.
public enum SimulatedEvent: Hashable, Sendable {
  /// `addLink(_:)`
  case addLink(SimulatedLink)
  /// `removeLink(_:)`
  case removeLink(String)
  /// `plug(_:)`
  case plug(String?)
  /// `unplug(_:)`
  case unplug(String?)
  /// `bringUp(_:)`
  case bringUp(String)
  /// `bringDown(_:)`
  case bringDown(String)
  /// `joinWiFi(_:on:dhcp:)`
  case joinWiFi(network: String?, link: String?, dhcp: Bool)
  /// `leaveWiFi(_:)`
  case leaveWiFi(String?)
  /// `roam(_:loss:keepsAddress:)`
  case roam(String?, loss: Duration, keepsAddress: Bool)
  /// `loseSignal(_:)`
  case loseSignal(String?)
  /// `findSignal(_:)`
  case findSignal(String?)
  /// `getDHCP(_:address:gateway:)`; nil for an address of the simulation's choice.
  case getDHCP(String?, SimulatedAddress?)
  /// `loseDHCP(_:)`
  case loseDHCP(String?)
  /// `gainIPv6(_:address:gateway:)`; nil for an address of the simulation's choice.
  case gainIPv6(String?, SimulatedAddress?)
  /// `loseIPv6(_:)`
  case loseIPv6(String?)
  /// `startVPN(_:over:split:)`
  case startVPN(String?, over: String?, split: Bool)
  /// `stopVPN(_:)`
  case stopVPN(String?)
  /// `dial(_:)`
  case dial(String?)
  /// `hangUp(_:)`
  case hangUp(String?)
  /// `tetherPhone(_:)`
  case tetherPhone(String?)
  /// `untetherPhone(_:)`
  case untetherPhone(String?)
  /// `resolverGone()`
  case resolverGone
  /// `resolverBack(_:)`
  case resolverBack([NetworkEndpoint.Host])
  /// `prefer(_:)`
  case prefer(String)
  /// `setMetric(_:of:)`
  case setMetric(String, Int)
  /// `suspend()`
  case suspend
  /// `resume()`
  case resume
  /// `flap(_:times:period:)`
  case flap(String?, times: Int, period: Duration)
  /// `fail(_:)`
  case fail(String)
  /// `recover()`
  case recover
  /// `set(_:)`
  case set(NetworkSnapshot)

  /// How often a link may flap at one word.
  static let flapLimit = 10_000

  /// How long it takes until all that the event brings about has happened.
  var duration: Duration {
    switch self {
    case .flap(_, let times, let period): Self.bounded(period) * Self.bounded(times)
    case .roam(_, let loss, _): Self.bounded(loss)
    default: .zero
    }
  }

  static func bounded(_ duration: Duration) -> Duration { min(max(duration, .zero), DurationText.limit) }

  static func bounded(_ times: Int) -> Int { min(max(times, 0), flapLimit) }
}
