/// The keys and words of scenario files, in one place for the reader, the writer and the schema's test.
enum ScenarioKeys {
  static let scenario = [
    "$schema", "scenario", "about", "links", "nameservers", "snapshot", "steps", "repeat",
  ]
  static let step = ["after", "do", "note"]
  static let link = [
    "name", "type", "index", "condition", "up", "ipv4", "ipv6", "metric", "metered", "tunnel", "over",
    "split",
    "network",
  ]
  static let address = ["address", "gateway", "state"]
  static let snapshot = ["links", "egresses", "nameserver", "unknown"]
  static let snapshotLink = ["name", "index", "type", "condition", "over", "tunnel", "metered"]
  static let egress = ["family", "link", "gateways", "source"]
  static let source = ["address", "state", "routable"]

  static let conditions = NameTable<NetworkLink.Condition>([
    (.usable, "usable"), (.down, "down"), (.noCarrier, "noCarrier"), (.dormant, "dormant"),
    (.notRunning, "notRunning"), (.testing, "testing"), (.loopback, "loopback"), (.isolated, "isolated"),
  ])
  static let states = NameTable<LocalAddress.State>([
    (.preferred, "preferred"), (.deprecated, "deprecated"), (.optimistic, "optimistic"),
    (.tentative, "tentative"), (.duplicate, "duplicate"), (.missing, "missing"),
  ])
  static let families = NameTable<NetworkEgress.Family>([(.ipv4, "ipv4"), (.ipv6, "ipv6")])

  /// How many steps, links of a snapshot and the like there may be.
  static let listLimit = 100_000
  /// How often the steps may be played.
  static let passLimit = 1_000_000
}
