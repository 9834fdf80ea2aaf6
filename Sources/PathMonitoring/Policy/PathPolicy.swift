/// What the caller knows better than the system about some interfaces: of what type they are, what they cost, and
/// whether they may be used at all.
///
/// ```swift
/// let policy = PathPolicy([
///   .init(name: "usb0", interfaceType: .cellular),       // a phone on a cable
///   .init(name: "wwan*", isExpensive: false),            // a contract without a limit
///   .init(name: "docker*", isProhibited: true),
/// ])
/// let monitor = PathMonitor(policy: policy)
/// ```
///
/// Linux does not know what a network costs: it is said by people, as in NetworkManager's `connection.metered`. Each
/// property of an interface is what the first rule says that matches the interface and says anything about the
/// property; what no rule speaks of stays as the system has it. So exceptions stand before what they are taken from.
///
/// A policy decides before requirements do: `prohibitedInterfaceTypes: [.cellular]` leaves out the `usb0` above. A
/// type that is given also decides what a rule does not: that `usb0` is expensive. A tunnel that no rule matches costs
/// what the policy says of the first interface in the path that it may run over; else all that is stacked on an
/// interface, such as a VLAN, keeps what the system says and needs a rule of its own (`wwan0*`).
///
/// A path whose only interfaces are prohibited is unsatisfied, with the reason `.cellularDenied` or `.wifiDenied` if
/// the best of them is of that type.
public struct PathPolicy: Hashable, Sendable {
  /// The rules, of which the first that says something counts.
  public var rules: [Rule]

  /// Makes a policy of rules; one without any leaves all as the system has it.
  public init(_ rules: [Rule] = []) {
    self.rules = rules
  }

  /// All stays as the system has it.
  public static let none = PathPolicy()
}
