/// What can happen to a simulated network, in the words that people think in: the verbs of `Simulation`, and of
/// what `Simulation.perform(_:)` hands out.
///
/// A verb that makes no sense, since it names a link that is not there, changes nothing and is a problem: see
/// `Simulation.problems`.
public protocol SimulationVerbs {
  /// Lets something happen.
  func apply(_ event: SimulatedEvent)
}

extension SimulationVerbs {
  /// A link appears. It is a problem if its name or index is taken.
  public func addLink(_ link: SimulatedLink) { apply(.addLink(link)) }

  /// A link disappears, with its addresses and ways out.
  public func removeLink(_ link: String) { apply(.removeLink(link)) }

  /// The cable is plugged in: the link has a carrier, and the address that it had. Without a name, the first
  /// cable that is out; if there is none at all, `eth0` appears.
  public func plug(_ link: String? = nil) { apply(.plug(link)) }

  /// The cable is pulled: the link has no carrier. Without a name, the first cable that is in.
  public func unplug(_ link: String? = nil) { apply(.unplug(link)) }

  /// The administrator switches a link on.
  public func bringUp(_ link: String) { apply(.bringUp(link)) }

  /// The administrator switches a link off.
  public func bringDown(_ link: String) { apply(.bringDown(link)) }

  /// Wi-Fi joins a network, and has an IPv4 address at once, but for `dhcp: false`.
  ///
  /// - Parameters:
  ///   - network: the network's name.
  ///   - link: the link; the first of Wi-Fi if it is left out. It appears if it is not there.
  ///   - dhcp: whether it gets an address.
  public func joinWiFi(_ network: String? = nil, on link: String? = nil, dhcp: Bool = true) {
    apply(.joinWiFi(network: network, link: link, dhcp: dhcp))
  }

  /// Wi-Fi leaves its network, and loses its addresses. Without a name, the first Wi-Fi that has joined.
  public func leaveWiFi(_ link: String? = nil) { apply(.leaveWiFi(link)) }

  /// Wi-Fi goes over to another access point.
  ///
  /// - Parameters:
  ///   - link: the link; the first Wi-Fi that has joined if it is left out.
  ///   - loss: how long it has no carrier meanwhile: none, and then again at once, if it is left out.
  ///   - keepsAddress: whether the network behind is the same. If it is not, the link loses its IPv4 address and gets
  ///     198.51.100.148 by 198.51.100.129.
  public func roam(_ link: String? = nil, loss: Duration = .zero, keepsAddress: Bool = true) {
    apply(.roam(link, loss: loss, keepsAddress: keepsAddress))
  }

  /// Wi-Fi or a modem is out of reach: it has no carrier, and keeps its addresses. Without a name, the first
  /// that has one.
  public func loseSignal(_ link: String? = nil) { apply(.loseSignal(link)) }

  /// Wi-Fi or a modem is within reach again. Without a name, the first that has no carrier.
  public func findSignal(_ link: String? = nil) { apply(.findSignal(link)) }

  /// A link gets an IPv4 address.
  ///
  /// - Parameters:
  ///   - link: the link; the first with a carrier that has none if it is left out.
  ///   - address: the address; one out of the ranges for documentation, and its router, if it is left out.
  ///   - gateway: the router of that address; none if only the address is given.
  ///   - state: how far that address is to be used.
  public func getDHCP(
    _ link: String? = nil, address: NetworkEndpoint.Host? = nil, gateway: NetworkEndpoint.Host? = nil,
    state: LocalAddress.State = .preferred
  ) {
    apply(.getDHCP(link, address.map { SimulatedAddress($0, gateway: gateway, state: state) }))
  }

  /// The lease ends: a link loses its IPv4 address, and with it the way out. Without a name, the first that
  /// is used and no tunnel.
  public func loseDHCP(_ link: String? = nil) { apply(.loseDHCP(link)) }

  /// A router advertises itself: a link gets an IPv6 address and a way out. As `getDHCP`.
  public func gainIPv6(
    _ link: String? = nil, address: NetworkEndpoint.Host? = nil, gateway: NetworkEndpoint.Host? = nil,
    state: LocalAddress.State = .preferred
  ) {
    apply(.gainIPv6(link, address.map { SimulatedAddress($0, gateway: gateway, state: state) }))
  }

  /// A link loses its IPv6 address, and with it the way out. As `loseDHCP`.
  public func loseIPv6(_ link: String? = nil) { apply(.loseIPv6(link)) }

  /// A tunnel appears, before all other links. It stays in the path when what it runs over goes, as on Linux.
  ///
  /// - Parameters:
  ///   - link: its name; `tun0` if it is left out.
  ///   - lowerLink: what it runs over; the first link that is no tunnel, at every moment, if it is left out.
  ///   - split: whether it leads to a part of the network only, and so is not in the path.
  public func startVPN(_ link: String? = nil, over lowerLink: String? = nil, split: Bool = false) {
    apply(.startVPN(link, over: lowerLink, split: split))
  }

  /// A tunnel disappears. Without a name, the first.
  public func stopVPN(_ link: String? = nil) { apply(.stopVPN(link)) }

  /// The modem dials, and is in use. Without a name, the first; it appears, as `wwan0`, if it is not there.
  public func dial(_ link: String? = nil) { apply(.dial(link)) }

  /// The modem hangs up, and would dial for packets: it is dormant. Without a name, the first in use.
  public func hangUp(_ link: String? = nil) { apply(.hangUp(link)) }

  /// A phone's network comes by USB cable; it costs money. The link, `usb0` without a name, appears if it is not
  /// there.
  public func tetherPhone(_ link: String? = nil) { apply(.tetherPhone(link)) }

  /// The phone goes: the link disappears. Without a name, the first Ethernet that costs money.
  public func untetherPhone(_ link: String? = nil) { apply(.untetherPhone(link)) }

  /// No name server is configured any more, as by a captive portal's client that failed.
  public func resolverGone() { apply(.resolverGone) }

  /// Name servers are configured: those given, else those that were last.
  public func resolverBack(_ nameservers: NetworkEndpoint.Host...) { apply(.resolverBack(nameservers)) }

  /// A link comes before all others, by a lower metric.
  public func prefer(_ link: String) { apply(.prefer(link)) }

  /// A link gets another metric: the lowest comes first.
  public func setMetric(_ metric: Int, of link: String) { apply(.setMetric(link, metric)) }

  /// The host sleeps. Nothing is delivered until it wakes up. Wi-Fi leaves its network, and modems hang up.
  public func suspend() { apply(.suspend) }

  /// The host wakes up: what has happened since is delivered as one change.
  public func resume() { apply(.resume) }

  /// The cable comes out and goes in again, so many times.
  ///
  /// - Parameters:
  ///   - link: the link, of any type; the first cable that is in if it is left out.
  ///   - times: how often, 10 000 times at the most.
  ///   - period: from one time to the next; it is out for the first half. All of it happens at once, one change
  ///     after the other, if it is left out.
  public func flap(_ link: String? = nil, times: Int = 1, period: Duration = .zero) {
    apply(.flap(link, times: times, period: period))
  }

  /// The backend itself fails: the path is unknown until it recovers.
  ///
  /// - Parameter reason: what failed, on what, and what to do.
  public func fail(_ reason: String) { apply(.fail(reason)) }

  /// The backend works again.
  public func recover() { apply(.recover) }

  /// The network is what `snapshot` says, for what the verbs cannot say. A verb after that goes on from the
  /// snapshot's links, their condition, and the first way out of each.
  public func set(_ snapshot: NetworkSnapshot) { apply(.set(snapshot)) }
}
