public import PathMonitoring

/// The scenarios that come with the package, each as a network really behaves. `Scenario.worked(_:)` and
/// `pathmonitor simulate` play them; as text they are examples of scenario files.
public enum WorkedScenario: String, CaseIterable, Sendable {
  /// Mobile data through three tunnels, and the train's Wi-Fi.
  case trainRide = "train-ride"
  /// Wi-Fi whose portal takes the name server away.
  case hotelCaptivePortal = "hotel-captive-portal"
  /// A laptop is lifted from one dock and set on another.
  case dockToWiFi = "dock-to-wifi"
  /// A phone on USB stands in for Wi-Fi.
  case phoneTethering = "phone-tethering"
  /// A full and a split tunnel, and what they run over changes.
  case vpnUpAndDown = "vpn-up-and-down"
  /// A bad plug.
  case flappingCable = "flapping-cable"
  /// No IPv4, and routers that come and go.
  case ipv6Only = "ipv6-only"
  /// The first moments of a container.
  case containerStart = "container-start"
  /// A laptop sleeps, and wakes up in another place.
  case suspendAndResume = "suspend-and-resume"
  /// A modem that dials on demand.
  case modemRedial = "modem-redial"

  /// The text of the scenario's file, in JSON.
  public var json: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .trainRide: PackageResources.train_ride_json
    case .hotelCaptivePortal: PackageResources.hotel_captive_portal_json
    case .dockToWiFi: PackageResources.dock_to_wifi_json
    case .phoneTethering: PackageResources.phone_tethering_json
    case .vpnUpAndDown: PackageResources.vpn_up_and_down_json
    case .flappingCable: PackageResources.flapping_cable_json
    case .ipv6Only: PackageResources.ipv6_only_json
    case .containerStart: PackageResources.container_start_json
    case .suspendAndResume: PackageResources.suspend_and_resume_json
    case .modemRedial: PackageResources.modem_redial_json
    }
  }
}

extension Scenario {
  /// A scenario that comes with the package.
  public static func worked(_ scenario: WorkedScenario) -> Scenario {
    do throws(ScenarioError) {
      return try Scenario(json: scenario.json, name: "\(scenario.rawValue).json")
    } catch {
      // All of them are read by a test, so this is not reached; if it ever were, it would say why.
      return Scenario(name: scenario.rawValue, about: error.description)
    }
  }
}
