/// The words for events in scenario files, which are those of `SimulationVerbs`.
enum SimulatedVerb: String, CaseIterable {
  case addLink
  case removeLink
  case plug
  case unplug
  case bringUp
  case bringDown
  case joinWiFi
  case leaveWiFi
  case roam
  case loseSignal
  case findSignal
  case getDHCP
  case loseDHCP
  case gainIPv6
  case loseIPv6
  case startVPN
  case stopVPN
  case dial
  case hangUp
  case tetherPhone
  case untetherPhone
  case resolverGone
  case resolverBack
  case prefer
  case setMetric
  case suspend
  case resume
  case flap
  case fail
  case recover
  case set

  static let table = NameTable(allCases.map { ($0, $0.rawValue) })

  /// The keys that a step has beside `after`, `do` and `note`; those that it must have.
  var keys: (known: [String], required: [String]) {
    switch self {
    case .addLink, .removeLink, .bringUp, .bringDown, .prefer: (["link"], ["link"])
    case .plug, .unplug, .leaveWiFi, .loseSignal, .findSignal, .loseDHCP, .loseIPv6, .stopVPN, .dial, .hangUp,
      .tetherPhone, .untetherPhone:
      (["link"], [])
    case .joinWiFi: (["network", "link", "dhcp"], [])
    case .roam: (["link", "loss", "keepsAddress"], [])
    case .getDHCP, .gainIPv6: (["link", "address", "gateway", "state"], [])
    case .startVPN: (["link", "over", "split"], [])
    case .resolverBack: (["nameservers"], [])
    case .setMetric: (["link", "metric"], ["link", "metric"])
    case .flap: (["link", "times", "period"], ["times", "period"])
    case .fail: (["reason"], ["reason"])
    case .set: (["snapshot"], ["snapshot"])
    case .resolverGone, .suspend, .resume, .recover: ([], [])
    }
  }
}

extension SimulatedEvent {
  /// The word for it.
  var verb: SimulatedVerb {
    switch self {
    case .addLink: .addLink
    case .removeLink: .removeLink
    case .plug: .plug
    case .unplug: .unplug
    case .bringUp: .bringUp
    case .bringDown: .bringDown
    case .joinWiFi: .joinWiFi
    case .leaveWiFi: .leaveWiFi
    case .roam: .roam
    case .loseSignal: .loseSignal
    case .findSignal: .findSignal
    case .getDHCP: .getDHCP
    case .loseDHCP: .loseDHCP
    case .gainIPv6: .gainIPv6
    case .loseIPv6: .loseIPv6
    case .startVPN: .startVPN
    case .stopVPN: .stopVPN
    case .dial: .dial
    case .hangUp: .hangUp
    case .tetherPhone: .tetherPhone
    case .untetherPhone: .untetherPhone
    case .resolverGone: .resolverGone
    case .resolverBack: .resolverBack
    case .prefer: .prefer
    case .setMetric: .setMetric
    case .suspend: .suspend
    case .resume: .resume
    case .flap: .flap
    case .fail: .fail
    case .recover: .recover
    case .set: .set
    }
  }
}
