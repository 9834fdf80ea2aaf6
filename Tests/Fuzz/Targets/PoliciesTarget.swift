@testable import PathMonitoring
@testable import pathmonitor

/// A file that should be a policy.
enum PoliciesTarget {
  static func check(_ bytes: [UInt8]) throws {
    var requirements = PathRequirements()
    do throws(TextFileError) { requirements.policy = try PathPolicy(bytes, "fuzz.json") } catch {
      try Finding.unless(
        error.description.hasPrefix("fuzz.json:") && error.line != nil, "no place: \(error)")
      return
    }
    let without = PathEvaluator.path(snapshot)
    let path = PathEvaluator.path(snapshot, requirements)
    // A policy leaves interfaces out, and never adds one.
    let known = Set(without.availableInterfaces.map(\.index))
    let told = path.availableInterfaces.map(\.index)
    try Finding.unless(known.isSuperset(of: told) && Set(told).count == told.count, "\(told) of \(known)")
    let line = PathOutput(isJSON: true, showsColours: false).line(path, backend: "fuzz", time: .zero)
    do throws(TextError) { _ = try JSONReader.value(Array(line.utf8)) } catch {
      throw Finding(description: "\(line) is no JSON: \(error.reason)")
    }
  }

  /// A link of each type, each with a way out.
  private static let snapshot: NetworkSnapshot = {
    let types: [NetworkInterface.InterfaceType] = [.wiredEthernet, .wifi, .cellular, .other]
    let names = ["eth0", "wlan0", "wwan0", "tun0"]
    var snapshot = NetworkSnapshot(hasNameserver: true)
    for (place, type) in types.enumerated() {
      let interface = NetworkInterface(name: names[place], index: place + 2, type: type)
      snapshot.links.append(NetworkLink(interface, isTunnel: type == .other))
      snapshot.egresses.append(NetworkEgress(.ipv4, linkIndex: interface.index))
    }
    return snapshot
  }()
}
